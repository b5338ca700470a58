% Definitions in MATLAB and Octave files as Octave's own parser sees them (see read_with_octave.m).
%
% Reads paths, one a line; prints "PATH\tread" and "PATH\tLINE\tNAME" (see program_means.ts).
1;
addpath(fileparts(mfilename("fullpath")));
read_with_octave(false);
