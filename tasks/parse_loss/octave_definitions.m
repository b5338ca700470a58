% Definitions in MATLAB and Octave files as Octave's own parser sees them (see octave_reader.cc, which
% this builds: that takes Octave's header files).
%
% Reads paths, one a line; prints "PATH\tread" and "PATH\tLINE\tNAME" (see program_means.ts).
1;
paths = {};
while ischar(line = fgetl(stdin))
  if ! isempty(line)
    paths{end + 1} = line;
  end
end
folder = tempname();
mkdir(folder);
source_file = fullfile(fileparts(mfilename("fullpath")), "octave_reader.cc");
[output, status] = mkoctfile("-o", fullfile(folder, "octave_reader.oct"), source_file);
if status != 0
  error("octave_reader.cc cannot be built: %s", output);
end
addpath(folder);
octave_reader(paths);
confirm_recursive_rmdir(false, "local");
rmdir(folder, "s");
