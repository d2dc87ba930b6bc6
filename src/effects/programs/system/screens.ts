/** Screen contents, keyboard input, and the memory of running programs. */
import { programOf, type Rule } from "../../model/rules.js";

const looks = (names: readonly string[], when: RegExp, what = "takes a screenshot of the whole screen"): Rule => ({
  names,
  when,
  kind: "read",
  severity: "risky",
  what,
  instead: "ask the user for the one value you need",
});

const RECORDS = "records the screen, camera or microphone";
const CLIPBOARD = "reads the user's clipboard";
const MEMORY = "dumps the memory of a running program, including its secrets";

export default programOf([
  looks(["import"], / -window root(?:\s|$)/),
  looks(["xwd"], / -root(?:\s|$)/),
  looks(["screencapture"], / -\w{0,4}x| [/~]/),
  // Saves the screenshot outside the project.
  looks(
    "scrot maim grim gnome-screenshot spectacle flameshot import xwd ksnip shotgun hyprshot grimshot wayshot deepin-screenshot xfce4-screenshooter mate-screenshot screengrab".split(
      " ",
    ),
    / (?:\S{1,20}=)?(?:[/~]|\uFFFC)|^ -(?:b -n|n -b|bn)\b/,
  ),
  looks(["adb"], / (?:shell screencap|exec-out screencap|shell screenrecord)/),
  looks(["xcrun"], /^ simctl (?!io)\S* ?io \S{1,60} (?!screenshot)recordVideo (?=[/~])/),
  looks(
    ["ffmpeg", "gst-launch-1.0", "vlc", "cvlc", "mencoder", "avconv"],
    / -f (?:x11grab|gdigrab|kmsgrab|avfoundation|dshow|alsa|pulse|v4l2|oss|sndio|jack)(?:\s|$)|^ (?:.{0,60} )?(?:screen|v4l2|alsa|pulse|dshow):\/\/|(?:ximagesrc|v4l2src|avfvideosrc)/,
    RECORDS,
  ),
  looks(["wf-recorder", "recordmydesktop", "byzanz-record"], / (?:\/(?!path)|~)/, RECORDS),
  looks(
    ["arecord", "parecord", "parec", "pw-record", "rec", "ffsox"],
    / (?!-)\S{1,200}\.\w{2,5}(?:\s|$)| -d ?\d| --duration| >|\uFFFC/,
    RECORDS,
  ),
  looks(["sox"], /(?:^| )-(?:d|t (?:alsa|pulseaudio|coreaudio|waveaudio)) /, RECORDS),
  looks(
    ["imagesnap", "streamer", "motion", "cheese", "v4l2-ctl", "guvcview"],
    / (?:--stream-to|-o|-c|-m|-w|[\w./~-]{1,200}\.(?:jpe?g|png|mp4|avi|webm))(?:\s|$|=)/,
    RECORDS,
  ),
  looks(["fswebcam"], / [/~]| -q| --quiet/, RECORDS),
  looks(["keylogger", "xspy", "lkl", "uberkey", "simple-key-logger", "keysniffer"], /./, "records keystrokes"),
  looks(
    ["script"],
    / (?:-\w{0,6}f\w{0,6}|--flush|-\w{0,4}q\w{0,4}) .{0,80}(?:\/tmp|\/dev\/(?:shm|tcp|udp)|\/var|~\/\.)/,
    "records keystrokes",
  ),
  looks(["dbus-monitor"], /./, "reads messages between the user's programs"),
  looks(["get-clipboard"], /^/, CLIPBOARD),
  looks(
    ["copyq", "clipman", "gpaste-client", "greenclip"],
    / (?:list|decode|show-tray|read|pick|history|print|get)(?:\s|$)/,
    CLIPBOARD,
  ),
  looks(["pbpaste"], /^/, CLIPBOARD),
  looks(["gcore", "procdump"], / (?:\d|\uFFFC)/, MEMORY),
  looks(["gdb", "lldb"], / (?:generate-core-file|gcore|process save-core|dump (?:binary )?memory)\b/, MEMORY),
  looks(
    ["dd", "cat", "xxd", "strings"],
    /\/proc\/[^/ ]{1,40}\/mem(?:\s|$)|\/(?:dev\/k?mem|proc\/kcore)(?:\s|$)/,
    MEMORY,
  ),
  looks(
    ["xinput", "showkey", "evtest", "logkeys"],
    / (?:test(?:-xi2)?(?:\s|$)|--root|--start|\/dev\/input)/,
    "records keystrokes",
  ),
]);
