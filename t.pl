system("python x.py $a");
system 'perl', 'x.pl';
my $o = `Rscript x.R`;
my $p = qx{bash x.sh};
exec("$^X x.pl");
open(my $fh, "python x.py |");
