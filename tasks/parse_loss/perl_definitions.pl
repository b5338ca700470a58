# Subs in Perl files as the compiler sees them: each file is compiled in a process of its own, up to where it would
# run, and the symbol tables are read.
#
# usage: perl perl_definitions.pl CORPUS < paths; prints "PATH\tread" and "PATH\tLINE\tNAME" (see program_means.ts).
#
# Packages of the corpus find each other's modules; a module that is nowhere is taken for an empty one. A file that
# does not compile so is not counted.
use strict;
use warnings;
use B ();
use Cwd qw(abs_path);
use DynaLoader ();
use File::Find ();
use IO::Handle ();
use POSIX ();
use XSLoader ();

use constant SLOWEST => 5;    # seconds

my $corpus = abs_path(shift @ARGV);
my %modules;                   # 'A/B.pm' -> {package folder -> path}
File::Find::find({no_chdir => 1, wanted => \&note_module}, $corpus);

# What is compiled from C cannot be loaded from sources; the subs in Perl do not depend on it.
{
  no warnings 'redefine';
  my $bootstrap = \&DynaLoader::bootstrap;
  *DynaLoader::bootstrap = sub { eval { $bootstrap->(@_) } };
  *XSLoader::load = sub {
    my ($module, @rest) = @_ ? @_ : scalar caller;
    no strict 'refs';
    *{"${module}::dl_load_flags"} = sub {0} unless $module->can('dl_load_flags');
    DynaLoader::bootstrap($module, @rest);
  };
}

$| = 1;
while (defined(my $path = <STDIN>)) {
  chomp $path;
  my $pid = open(my $listed, '-|') // die "fork: $!";
  if ($pid == 0) {
    setpgrp;
    print_definitions($path);
    POSIX::_exit(0);    # without the END blocks of what was compiled
  }
  # What is compiled may start processes, which would keep the pipe open, or turn its own alarm off.
  local $SIG{ALRM} = sub { kill 'KILL', -$pid };
  alarm SLOWEST + 1;
  my @lines = <$listed>;
  alarm 0;
  kill 'KILL', -$pid;
  close $listed;
  print @lines;
}

sub package_of { $_[0] =~ m{\A(\Q$corpus\E/[^/]+)/} ? $1 : '' }

sub note_module {
  return unless m{/lib/((?:\w+/)*\w+\.pm)\z};
  $modules{$1}{package_of($_)} //= $_;
}

sub print_definitions {
  my ($path) = @_;
  my $own = package_of($path);
  open my $out, '>&', \*STDOUT;
  $out->autoflush(1);
  open STDOUT, '>', '/dev/null';
  open STDERR, '>', '/dev/null';
  open STDIN,  '<', '/dev/null';
  chdir $own if $own ne '';
  alarm SLOWEST;
  return unless compiles($path, $own);
  print {$out} "$path\tread\n", map {"$path\t$_->[1]\t$_->[0]\n"} subs_of($path, 'main', {});
}

sub compiles {
  my ($path, $own) = @_;
  open my $source, '<', $path or return;
  # The file returns before its first statement: what remains is what compiling it does.
  my $text = "return 1;\n#line 1 \"$path\"\n" . join '', <$source>;
  unshift @INC, sub {
    my (undef, $name) = @_;
    return \$text if $name eq "the file\0";
    my $found = $modules{$name} or return;
    my $module = $found->{$own} // $found->{(sort keys %$found)[0]};
    open my $handle, '<', $module or return;
    $INC{$name} = $module;
    return $handle;
  };
  push @INC, sub {
    my (undef, $name) = @_;
    return unless $name =~ /\.pm\z/;
    (my $package = substr $name, 0, -3) =~ s{/}{::}g;
    my $empty = "package $package; sub import {} our \$VERSION = 1e6; 1;\n";
    return \$empty;
  };
  local $@;
  no warnings;
  return do "the file\0";
}

sub subs_of {
  my ($path, $package, $seen) = @_;
  return if $seen->{$package}++;
  my @found;
  no strict 'refs';
  for my $name (keys %{"${package}::"}) {
    if ($name =~ /\A(\w+)::\z/) {
      push @found, subs_of($path, $package eq 'main' ? $1 : "${package}::$1", $seen) if $1 ne 'main';
      next;
    }
    next unless $name =~ /\A[^\W\d]\w*\z/ && defined &{"${package}::$name"};
    my $sub = B::svref_2object(\&{"${package}::$name"});
    next unless ($sub->FILE // '') eq $path && $sub->GV->isa('B::GV') && $sub->GV->NAME eq $name;
    next if $sub->CvFLAGS & B::CVf_CONST;    # made by a call, not written as a sub
    my $start = $sub->START;
    push @found, [$name, $start->can('line') ? $start->line : 0];
  }
  return @found;
}
