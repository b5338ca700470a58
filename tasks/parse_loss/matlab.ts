import { programMeans } from "./program_means.ts";
import type { Subject } from "./subject.ts";

const SCRIPT = decodeURIComponent(new URL("octave_definitions.m", import.meta.url).pathname);

/** MATLAB and Octave, against Octave's own parser. */
export const matlab: Subject = {
  language: "matlab",
  packages:
    ("octave octave-control octave-dicom octave-econometrics octave-geometry octave-image " +
      "octave-interval octave-mapping octave-matgeom octave-nan octave-optim octave-queueing " +
      "octave-signal octave-statistics octave-stk octave-symbolic octave-tsa").split(" "),
  repositories: [
    { name: "CoSMoMVPA/CoSMoMVPA", revision: "fe5acaf3034dbaac6f1a05cc00e969cae8db760b" },
    { name: "altmany/export_fig", revision: "4e69d7443f0b4190f8ba66ff2183e8a7de9ba971" },
    { name: "chebfun/chebfun", revision: "7574c77680d7e82b79626300bf255498271a72df" },
    { name: "cvxr/CVX", revision: "a0a775908bc1eec1625d56498d0224132b0d8b7f" },
    { name: "djoshea/matlab-utils", revision: "5b053d8c0acb5a4551f00f4db117ac1d228a6b1e" },
    { name: "fieldtrip/fieldtrip", revision: "4c553bda8fb238b0afc549c90388d9c86124d126" },
    { name: "geospace-code/matlab-stdlib", revision: "dc32a00db1afff62f202cc40487b18a4304397ea" },
    { name: "sccn/eeglab", revision: "94b8557aa27484c4e2cb4775315802d420b93f32" },
    { name: "spm/spm", revision: "03564157e03c2cfa7fce79e036e03decc0743deb" },
  ],
  means: programMeans(
    "Octave's own parser",
    SCRIPT,
    () => ["octave-cli", "--norc", "--quiet", SCRIPT],
  ),
};
