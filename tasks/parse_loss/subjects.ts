import { julia } from "./julia.ts";
import { matlab } from "./matlab.ts";
import { perl } from "./perl.ts";
import { r } from "./r.ts";
import type { Subject } from "./subject.ts";

/** The languages that are measured, in the order of the table. */
export const SUBJECTS: readonly Subject[] = [r, julia, matlab, perl];
