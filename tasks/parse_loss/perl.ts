import { programMeans } from "./program_means.ts";
import type { Subject } from "./subject.ts";

const SCRIPT = decodeURIComponent(new URL("perl_definitions.pl", import.meta.url).pathname);

/** Perl, against its compiler. */
export const perl: Subject = {
  language: "perl",
  packages: ("bioperl libanyevent-perl libcatalyst-perl libclass-accessor-perl libdancer2-perl " +
    "libdatetime-perl libdbi-perl libdbix-class-perl libdist-zilla-perl " +
    "libgraph-perl libhttp-message-perl libimage-exiftool-perl libio-async-perl " +
    "liblog-dispatch-perl liblog-log4perl-perl libmail-box-perl libmath-bigint-perl " +
    "libmodule-build-perl libmojolicious-perl libmoo-perl libmoose-perl libnet-dns-perl " +
    "libparams-validate-perl libpdf-api2-perl libperl-critic-perl libplack-perl libpod-simple-perl " +
    "libpoe-perl libppi-perl librose-db-object-perl libspreadsheet-parseexcel-perl " +
    "libsql-abstract-perl libsql-translator-perl libtemplate-perl libtest-simple-perl " +
    "libtype-tiny-perl liburi-perl libwww-perl libxml-twig-perl libyaml-perl perltidy " +
    "spamassassin").split(" "),
  means: programMeans("the Perl compiler", SCRIPT, (corpus) => ["perl", SCRIPT, corpus]),
};
