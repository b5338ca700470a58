% What Octave's own parser sees in MATLAB files, for matlab_oracle.py: the rows of read_with_octave.m, after a row
% "*<TAB>NAME" for each function that Octave has itself.
%
% Reads paths, one a line.
1;
% Stopped, it would leave its variables in a file where it runs.
crash_dumps_octave_core(false);
names = [__list_functions__(); __builtins__()];
printf("*\t%s\n", names{:});
addpath(fullfile(fileparts(mfilename("fullpath")), "..", "..", "parse_loss"));
read_with_octave(true);
