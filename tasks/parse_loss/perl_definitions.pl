# Subs in Perl files as the compiler sees them: each file is compiled in a process of its own, with the symbol
# tables read before it would run.
#
# usage: perl perl_definitions.pl CORPUS < paths; prints "PATH\tread" and "PATH\tLINE\tNAME" (see program_means.ts).
#
# Packages of the corpus find each other; a module that is nowhere is taken for an empty one. A file that does not
# compile so is not counted.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Find ();

my $corpus = abs_path(shift @ARGV);
my $listing = dirname(abs_path($0)) . '/perl_listing.pm';
my @folders;
File::Find::find({no_chdir => 1, wanted => sub { push @folders, $_ if -d && m{/(?:t/)?lib\z} }}, $corpus);

$| = 1;
while (defined(my $path = <STDIN>)) {
  chomp $path;
  my ($package) = $path =~ m{\A(\Q$corpus\E/[^/]+)/};
  my @own = sort { length $a <=> length $b } grep { defined $package && m{\A\Q$package\E/} } @folders;
  my @libraries = map { "-I$_" } @own, (defined $package ? $package : ()), @folders;
  my $pid = fork // die "fork: $!";
  if ($pid == 0) {
    $ENV{LISTED_FILE} = $path;
    chdir($package // '/');
    open STDIN, '<', '/dev/null';
    open STDERR, '>', '/dev/null';
    alarm 20;
    exec 'perl', @libraries, "-I" . dirname($listing), '-Mperl_listing', '-c', $path;
  }
  waitpid $pid, 0;
}
