# Loaded by perl_definitions.pl before a file is compiled: prints the subs that the file gave to the symbol tables.
package perl_listing;
use strict;
use warnings;
use B ();
use DynaLoader ();
use XSLoader ();

open our $out, '>&', \*STDOUT or die $!;
open STDOUT, '>', '/dev/null' or die $!;

# What is compiled from C cannot be loaded from sources; the subs in Perl do not depend on it.
{
  no warnings 'redefine';
  for my $name (qw(XSLoader::load DynaLoader::bootstrap DynaLoader::bootstrap_inherit)) {
    no strict 'refs';
    my $real = \&$name;
    *$name = sub { eval { $real->(@_) } };
  }
}

push @INC, sub {
  my (undef, $file) = @_;
  return unless $file =~ /\.pm\z/;
  (my $package = substr $file, 0, -3) =~ s{/}{::}g;
  my $text = "package $package; sub import {} our \$VERSION = 1e6; 1;\n";
  return \$text;
};

my %seen;

sub list {
  my ($package) = @_;
  return if $seen{$package}++;
  no strict 'refs';
  for my $name (keys %{"${package}::"}) {
    if ($name =~ /\A(\w+)::\z/) {
      list($package eq 'main' ? $1 : "${package}::$1") unless $name eq 'main::';
      next;
    }
    next unless $name =~ /\A[^\W\d]\w*\z/ && defined &{"${package}::$name"};
    my $sub = B::svref_2object(\&{"${package}::$name"});
    next unless ($sub->FILE // '') eq $ENV{LISTED_FILE} && $sub->GV->isa('B::GV');
    next unless $sub->GV->NAME eq $name && $sub->STASH->can('NAME');
    my $start = $sub->START;
    my $line = $start->can('line') ? $start->line : 0;
    print {$out} "$ENV{LISTED_FILE}\t$line\t$name\n";
  }
}

CHECK {
  print {$out} "$ENV{LISTED_FILE}\tread\n";
  list('main');
}

1;
