/** In which languages command lines stand. */

/** Languages in which command lines stand. */
export const COMMAND_HOSTS: readonly string[] = [
  "bash",
  "make",
  "dockerfile",
  "actions",
  "snakemake",
  "nextflow",
  "wdl",
  "cwl",
  "python",
  "r",
  "julia",
  "perl",
  "matlab",
  "javascript",
  "typescript",
  "tsx",
  "go",
  "ruby",
];
