% What Octave's own parser sees in MATLAB files, for matlab_oracle.py: the rows of octave_reader.cc (which this
% builds: that takes Octave's header files), after a row "*<TAB>NAME" for each function that Octave has itself.
%
% Reads paths, one a line.
1;
% Stopped, it would leave its variables in a file where it runs.
crash_dumps_octave_core(false);
paths = {};
while ischar(line = fgetl(stdin))
  if ! isempty(line)
    paths{end + 1} = line;
  end
end
folder = tempname();
mkdir(folder);
source_file = fullfile(fileparts(mfilename("fullpath")), "..", "..", "parse_loss", "octave_reader.cc");
[output, status] = mkoctfile("-o", fullfile(folder, "octave_reader.oct"), source_file);
if status != 0
  error("octave_reader.cc cannot be built: %s", output);
end
names = [__list_functions__(); __builtins__()];
printf("*\t%s\n", names{:});
addpath(folder);
octave_reader(paths, true);
confirm_recursive_rmdir(false, "local");
rmdir(folder, "s");
