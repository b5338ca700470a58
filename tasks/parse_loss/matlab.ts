import { programMeans } from "./program_means.ts";
import type { Subject } from "./subject.ts";

const SCRIPT = decodeURIComponent(new URL("octave_definitions.m", import.meta.url).pathname);

/** MATLAB and Octave, against Octave's own parser. */
export const matlab: Subject = {
  language: "matlab",
  packages:
    ("octave octave-bim octave-communications octave-control octave-data-smoothing octave-dataframe " +
      "octave-dicom octave-econometrics octave-financial octave-fpl octave-ga octave-general " +
      "octave-geometry octave-image octave-instrument-control octave-interval octave-io " +
      "octave-level-set octave-linear-algebra octave-lssa octave-mapping octave-matgeom " +
      "octave-miscellaneous octave-msh octave-mvn octave-nan octave-netcdf octave-nurbs octave-ocs " +
      "octave-optim octave-optiminterp octave-parallel octave-quaternion octave-queueing " +
      "octave-secs1d octave-secs2d octave-signal octave-sockets octave-sparsersb octave-splines " +
      "octave-statistics octave-stk octave-strings octave-struct octave-symbolic octave-tsa " +
      "octave-vibes octave-video octave-vrml dynare psychtoolbox-3").split(" "),
  means: programMeans("Octave's own parser", () => ["octave-cli", "--norc", "--quiet", SCRIPT]),
};
