import { describe } from "vitest";
import { tableOf } from "../../support/effect-tables.js";

describe("what other systems have of their own", () => {
  tableOf("macOS", [
    ["diskutil eraseDisk APFS New disk2", "destructive", "machine"],
    ["diskutil apfs deleteContainer disk3", "destructive"],
    ["tmutil delete -d /Volumes/Backup -t 2025-01-01", "destructive"],
    ["tmutil disable", "destructive"],
    ["launchctl bootout system/com.apple.x", "risky"],
    ["osascript -e 'do shell script \"x\" with administrator privileges'", "risky"],
    ["xattr -d com.apple.quarantine ./tool", "risky"],
    ["rm -rf /System", "destructive"],
    ["rm -rf /Users/grace", "destructive"],
    ["diskutil list", "ordinary"],
    ["tmutil status", "ordinary"],
    ["osascript -e 'display notification \"done\"'", "ordinary"],
    ["xattr -l ./tool", "ordinary"],
    ["defaults read com.apple.finder", "ordinary"],
    ["defaults write com.apple.finder AppleShowAllFiles YES", "ordinary"],
  ]);

  tableOf("Windows", [
    ["Remove-Item -Recurse -Force C:/", "destructive", "delete"],
    ["Remove-Item -Recurse -Force $env:USERPROFILE", "destructive"],
    ["Remove-Item -Recurse -Force ..", "destructive"],
    ["del /s /q 'C:\\Users\\*'", "destructive"],
    ["rd /s /q C:/Windows", "destructive"],
    ["format C: /q", "destructive", "machine"],
    ["vssadmin delete shadows /all /quiet", "destructive"],
    ["wbadmin delete catalog -quiet", "destructive"],
    ["bcdedit /set safeboot minimal", "destructive"],
    ["reg delete HKLM/Software/X /f", "risky"],
    ["Stop-Computer -Force", "destructive"],
    ["Clear-EventLog -LogName Security", "destructive"],
    ["Remove-Item -Recurse -Force ./dist", "ordinary"],
    ["Remove-Item notes.txt", "ordinary"],
    ["rd /s /q build", "ordinary"],
    ["format --help", "ordinary"],
    ["reg query HKLM/Software/X", "ordinary"],
    ["vssadmin list shadows", "ordinary"],
  ]);
});
