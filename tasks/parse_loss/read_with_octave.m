% What Octave's own parser sees in MATLAB and Octave files: the rows of octave_reader.cc, which this builds
% (that takes Octave's header files).
%
% Reads paths, one a line, from standard input; WITH_CALLS is what octave_reader.cc means by it.
function read_with_octave(with_calls)
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
  octave_reader(paths, with_calls);
  confirm_recursive_rmdir(false, "local");
  rmdir(folder, "s");
end
