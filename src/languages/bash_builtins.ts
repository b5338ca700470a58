/** What every shell has: commands of the shell itself and of the systems it runs on. */
import type { Semantics } from "../resolve/semantics.ts";

/** Commands of the shell. */
const SHELL =
  ": . alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo " +
  "enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd " +
  "printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type " +
  "typeset ulimit umask unalias unset wait [ [[";

/** Commands of POSIX, of the GNU tools and of what is found on most systems. */
const PROGRAMS =
  "ar arch at awk base64 basename bash bc bunzip2 bzip2 cal cat chattr chgrp chmod chown chroot cksum clear cmp " +
  "column comm cp cpio crontab csplit curl cut date dc dd df diff dig dir dirname dmesg docker du ed egrep env " +
  "expand expr factor fgrep file find flock fmt fold free ftp fuser gawk gcc git gpg grep groups gunzip gzip head " +
  "hexdump host hostname iconv id ifconfig info install ionice ip join jq kill killall last ldd less link ln locale " +
  "logger login logname look ls lsof make man md5sum mkdir mkfifo mknod mktemp more mount mv nc ncat netstat nice " +
  "nl node nohup nproc npm nslookup numfmt od openssl parallel passwd paste patch pathchk perl pgrep pidof ping " +
  "pip pkill pr printenv ps python python3 readelf readlink realpath renice reset rev rm rmdir rsync Rscript ruby " +
  "scp screen sdiff sed seq service sha1sum sha256sum sha512sum shasum shred shuf sleep sort split ssh stat stdbuf " +
  "strace strings strip stty su sudo sum sync sysctl systemctl tac tail tar tee time timeout tmux top touch tput tr " +
  "tree truncate tsort tty umount uname unexpand uniq unlink unxz unzip uptime useradd users vi vim vmstat watch wc " +
  "wget whereis which who whoami xargs xxd xz yes zcat zip zsh sh";

/** Bash's semantics. */
export const bashSemantics: Semantics = {
  family: "bash",
  separator: ".",
  classScopeIsLexical: false,
  inheritance: "depth-first",
  constructors: [],
  redefinition: "replace",
  needsImport: false,
  builtinNames: new Set(`${SHELL} ${PROGRAMS}`.split(" ")),
  builtinTypes: {},
  commonMembers: new Set(),
};
