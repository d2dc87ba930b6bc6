/** Full PowerShell command names and their aliases. */
const SHORT = new Map(
  Object.entries({
    rm: "Remove-Item",
    del: "Remove-Item",
    erase: "Remove-Item",
    rd: "Remove-Item",
    ri: "Remove-Item",
    rmdir: "Remove-Item",
    iex: "Invoke-Expression",
    iwr: "Invoke-WebRequest",
    curl: "Invoke-WebRequest",
    wget: "Invoke-WebRequest",
    irm: "Invoke-RestMethod",
    cp: "Copy-Item",
    copy: "Copy-Item",
    cpi: "Copy-Item",
    mv: "Move-Item",
    move: "Move-Item",
    mi: "Move-Item",
    ren: "Rename-Item",
    rni: "Rename-Item",
    cat: "Get-Content",
    gc: "Get-Content",
    type: "Get-Content",
    ls: "Get-ChildItem",
    dir: "Get-ChildItem",
    gci: "Get-ChildItem",
    sc: "Set-Content",
    ac: "Add-Content",
    clc: "Clear-Content",
    cli: "Clear-Item",
    kill: "Stop-Process",
    spps: "Stop-Process",
    sasv: "Start-Service",
    spsv: "Stop-Service",
    start: "Start-Process",
    saps: "Start-Process",
    echo: "Write-Output",
    write: "Write-Output",
    cd: "Set-Location",
    sl: "Set-Location",
    chdir: "Set-Location",
    pushd: "Push-Location",
    popd: "Pop-Location",
    ni: "New-Item",
    md: "mkdir",
    si: "Set-Item",
    sp: "Set-ItemProperty",
    rp: "Remove-ItemProperty",
    icm: "Invoke-Command",
    foreach: "ForEach-Object",
    "%": "ForEach-Object",
    where: "Where-Object",
    "?": "Where-Object",
    select: "Select-Object",
    sal: "Set-Alias",
    nal: "New-Alias",
  }),
);

/** Names are case-insensitive: `remove-item` is `Remove-Item`. */
export function canonicalName(name: string): string {
  const plain = name
    .replace(/`/g, "")
    .replace(/^.*[\\/]/s, "")
    .replace(/\.exe$/i, "");
  const short = SHORT.get(plain.toLowerCase());
  if (short !== undefined) return short;
  return /^[a-z]{2,12}-[a-z]{2,40}$/i.test(plain)
    ? plain.replace(/(^|-)([a-z]+)/gi, (_, dash: string, word: string) => `${dash}${capital(word)}`)
    : plain;
}

const WITHIN =
  /(item|property|content|location|process|service|object|request|method|expression|command|child|volume|disk|partition|web|rest|acl|policy|rule|user|group|alias|job|table|computer|recycle|bin|path|net|firewall|local)/g;

/** Inner capitals of `removeitemproperty` cannot be derived; common parts are listed. */
function capital(word: string): string {
  if (/[a-z][A-Z]/.test(word)) return word;
  const lower = word.toLowerCase().replace(WITHIN, (part) => part[0]!.toUpperCase() + part.slice(1));
  return lower[0]!.toUpperCase() + lower.slice(1);
}
