/** What MATLAB has built in, as far as resolution needs it. */
import type { Semantics } from "../resolve/semantics.ts";

/**
 * Functions of MATLAB itself, without toolboxes, and of Octave's core. A file of such a name stands
 * in for older versions more often than not, so that only its own folder means it. Source: the
 * function list of MATLAB R2024a by category.
 */
const BUILTIN_NAMES: ReadonlySet<string> = new Set(
  ("abs accumarray acos acosd acosh acot addboundary addcats addlistener addpath addprop addrequired addOptional " +
    "addParameter addParamValue addRequired all allchild alpha alphaShape ancestor and angle animatedline " +
    "annotation ans any append area array2table arrayfun asin asind asinh assert assignin atan atan2 " +
    "atan2d atand atanh audioplayer audioread audiowrite autumn axes axis bar bar3 barh base2dec batch " +
    "beep besselh besseli besselj besselk bessely beta betainc between bicg bin2dec bitand bitcmp bitget " +
    "bitor bitset bitshift bitxor blanks blkdiag bone bounds box boxplot brighten brush bsxfun builtin " +
    "bwlabel calendar call callback camlight camlookat camorbit campos camproj camroll camtarget camup " +
    "camva camzoom caldays cart2pol cart2sph cast cat categorical categories caxis cd ceil cell cell2mat " +
    "cell2struct cell2table celldisp cellfun cellplot char checkcode chol circshift cla class clc clear " +
    "clearvars clf clim clock close closereq cmap2gray colamd colon colorbar colorcube colordef colormap " +
    "colperm comet commandwindow compan complex computer cond condeig condest coneplot conj containers.Map " +
    "contains continue contour contour3 contourf contourslice contrast conv conv2 convhull convhulln convn " +
    "cool copper copyfile copyobj corrcoef cos cosd cosh cot cotd coth cov cplxpair cputime cross csc " +
    "cscd csch csvread csvwrite ctranspose cummax cummin cumprod cumsum cumtrapz curl currentProject " +
    "cylinder daspect datacursormode date datenum datestr datetick datetime datevec day days dbclear " +
    "dbcont dbdown dblquad dbquit dbstack dbstatus dbstep dbstop dbtype dbup deal deblank dec2base " +
    "dec2bin dec2hex deconv del2 delaunay delaunayn delaunayTriangulation delete demo det details detrend " +
    "deval diag dialog diary diff diffuse digraph dir disp display divergence dlmread dlmwrite doc dos " +
    "dot double drawnow dsearchn duration dynamicprops echo edit eig eigs ellipj ellipke ellipsoid end " +
    "endsWith enumeration eomday eps eq erase erf erfc erfcinv erfcx erfinv error errorbar errordlg etime " +
    "etree eval evalc evalin event.EventData exist exit exp expint expm expm1 extractAfter extractBefore " +
    "extractBetween eye factor factorial false fclose feather feof ferror feval fft fft2 fftn fftshift " +
    "fftw fgetl fgets fieldnames figure fileattrib fileparts fileread filesep fill fill3 filter filter2 " +
    "find findall findfigs findobj findprop findstr fit fix fixed.Numeric flag flip fliplr flipud floor " +
    "flintmax fminbnd fminsearch fminunc fmincon fopen for format fplot fprintf frame2im fread freqspace " +
    "frewind fscanf fseek ftell full fullfile func2str function_handle functions functiontests funm fwrite " +
    "fzero gallery gamma gammainc gammaln gather gca gcbf gcbo gcd gcf gco ge genpath genvarname get " +
    "getappdata getenv getfield getframe getpixelposition getpref ginput global gmres gplot grabcode " +
    "gradient graph graymon grid griddata griddatan griddedInterpolant groot group groupsummary gsvd gt " +
    "gtext guidata guide guihandles hadamard handle hankel hasFrame hess hex2dec hex2num hgload hgsave " +
    "hggroup hgtransform hidden hilb hist histc histcounts histogram histogram2 hold home horzcat hot hour " +
    "hours hsv hsv2rgb hypot idivide if ifft ifft2 ifftn ifftshift ifelse ilu im2frame im2double imag " +
    "image imagesc imfinfo imformats import importdata imread imresize imrotate imshow imwrite ind2rgb " +
    "ind2sub inf Inf info inmem inpolygon input inputdlg inputname inputParser inspect int16 int2str int32 " +
    "int64 int8 integral integral2 integral3 interp1 interp2 interp3 interpft interpn intersect intmax intmin inv " +
    "invhilb ipermute iqr isa isappdata isargout isarray isbetween isbool iscalendarduration iscategorical iscell " +
    "iscellstr ischar iscolumn iscom isdag isdatetime isdeployed isdiag isdigit isdir isdst isduration " +
    "isempty isenum isequal isequaln isequalwithequalnans isevent isfield isfile isfinite isfloat isfolder " +
    "isglobal isgraphics ishandle ishermitian ishghandle ishold isinf isinteger isinterface isjava iskeyword " +
    "isletter islogical ismac ismatrix ismember ismembertol ismethod ismissing ismultigraph isnan isnat " +
    "isnumeric isobject isocaps isocolors isonormals isordinal isosurface ispc ispref isprime isprop " +
    "isreal isregular isrow isscalar isspace issorted isspace issparse isstr isstring isStringScalar " +
    "isstrprop isstruct isstudent issymmetric istable istall istril istriu isundefined isunix isvalid " +
    "isvarname isvector isweekend javaaddpath javachk javaclasspath javaMethod javaObject jet join jsondecode " +
    "jsonencode keyboard keys kron kurtosis lasterr lasterror lastwarn lcm ldivide ldl le legend legendre " +
    "length light lightangle lighting lines lin2mu line linkaxes linkdata linkprop linsolve linspace " +
    "listdlg listfonts load loadlibrary loadobj localfunctions log log10 log1p log2 logical loglog logm " +
    "logspace lookfor lower ls lscov lsqnonneg lsqr lt lu luminance magic makehgtform mat2cell mat2str " +
    "material matfile matlabroot matlabrc max mean median memmapfile memoize memory menu mergecats mesh " +
    "meshc meshgrid meshz metaclass methods methodsview mex mexext mexw mfilename mget milliseconds min " +
    "minres minus minute minutes mislocked missing mkdir mkpp mldivide mlint mlock mmfileinfo mod mode " +
    "month months more morebins movefile movegui movie movmax movmean movmedian movmin movstd mpower mput " +
    "mrdivide msgbox mtimes multibandread munlock NaN nan nanmax nanmean nanmin nanstd nansum nargchk " +
    "nargin narginchk nargout nargoutchk NaT native2unicode nchoosek ndgrid ndims ne nearest newline newplot " +
    "nextpow2 nnz nonzeros norm normest normalize not notify now nthargout nthroot null num2cell num2hex " +
    "num2str numel numfields numArgumentsFromSubscript nzmax ode113 ode15i ode15s ode23 ode23s ode45 odeget odeset ones open " +
    "openfig openvar optimget optimset optimoptions or ordeig orderfields ordqz ordschur orient orth outerjoin pack pad " +
    "padecoef pan pareto parfor parpool parse pascal patch path path2rc pathsep pathtool pause pbaspect pcg " +
    "pchip pcode pcolor pdist peaks perl perms permute persistent pi pie pie3 pinv pink planerot play plot " +
    "plot3 plotbrowser plotedit plotmatrix plottools plotyy plus pol2cart polar polarplot poly polyarea " +
    "polyder polyeig polyfit polyint polyshape polyval polyvalm pow2 power ppval prctile prefdir " +
    "preferences primes print printopt prism prod profile profsave propedit properties psi publish pwd " +
    "qmr qr qrdelete qrinsert qrupdate quad quad2d quadgk quadl quadprog quantile questdlg quit quiver " +
    "quiver3 qz rad2deg deg2rad rand randi randn randperm randsample range rank rat rats rbbox rcond rdivide " +
    "readcell readmatrix readtable readvars real reallog realmax realmin realpow realsqrt record rectangle rectint recycle " +
    "reducepatch reducevolume refresh refreshdata regexp regexpi regexprep regexptranslate rehash rem " +
    "removecats renamecats reordercats repelem repmat replace rescale reset reshape residue restoredefaultpath " +
    "rethrow return reverse rgb2gray rgb2hsv rgbplot ribbon rmappdata rmdir rmfield rmmissing rmpath rmpref " +
    "rms rng roots rosser rot90 rotate rotate3d round rref rsf2csf run runtests save saveas savefig " +
    "savepath scatter scatter3 schur script sec secd sech second seconds selfcheck semilogx semilogy " +
    "sendmail serial set setappdata setcats setdiff setenv setfield setpixelposition setpref setstr setxor " +
    "shading shiftdim show shrinkfaces sign sin sind single sinh size skewness slice smooth smooth3 smoothdata " +
    "snapnow sort sortrows sound soundsc spalloc sparse spaugment spconvert spdiags specular speye spfun " +
    "sph2cart sphere spinmap spline split splitapply spones spparms sprand sprandn sprandsym sprank spring " +
    "sprintf spy sqrt sqrtm squeeze ss2tf sscanf stairs standardizeMissing startsWith std stem stem3 step " +
    "stlread stlwrite str2double str2func str2mat str2num strcat strcmp strcmpi strfind strip string strings " +
    "strjoin strjust strlength strmatch strncmp strncmpi strread strrep strsplit strtok strtrim struct " +
    "struct2cell struct2table structfun strvcat sub2ind subplot subsasgn subset subsindex subsref substr " +
    "substruct subtitle sum summary summer superclasses superiorto inferiorto surf surf2patch surface surfc " +
    "surfl surfnorm svd svds swapbytes symamd symrcm symvar syntax system table table2array table2cell " +
    "table2struct tail tan tand tanh tar tempdir tempname test testsuite tetramesh texlabel text textread textscan " +
    "textwrap tic tiledlayout nexttile timeit timer timerfind times timeseries timetable title toc toeplitz " +
    "toolboxdir trace transpose trapz treelayout treeplot tril trimesh triplequad triplot trisurf triu " +
    "true try tsearch tsearchn type typecast uibutton uibuttongroup uicontextmenu uicontrol uifigure " +
    "uigetdir uigetfile uigetpref uigridlayout uiimport uilabel uimenu uint16 uint32 uint64 uint8 uiopen " +
    "uipanel uipushtool uiputfile uiresume uisave uisetcolor uisetfont uisetpref uistack uitable uitoggletool " +
    "uitoolbar uitree uiwait uminus undocheckout unicode2native union unique uniquetol unix unloadlibrary " +
    "unmkpp unpack untar unwrap unzip uplus upper urlread urlwrite usejava validateattributes " +
    "validatestring values vander var varargin varargout varfun vec vecnorm ver verLessThan version vertcat " +
    "view viewmtx visdiff volumebounds voronoi voronoin waitbar waitfor waitforbuttonpress warndlg warning " +
    "waterfall web weboptions webread webwrite week weekday weeks what whatsnew which while whitebg who whos width " +
    "wilkinson winter words writecell writematrix writetable xcorr xcov xlabel xlim xline xlsread xlswrite xmlread " +
    "xmlwrite xor xslt year years ylabel ylim yline ymd zeros zip zlabel zlim zoom " +
    "i j e NA argv printf fputs puts fdisp endfunction endif endwhile pkg isargout print_usage ifelse merge " +
    "nargin rows columns numel exist inputname").split(" "),
);

/** Members of tables, containers, figures and files. */
const COMMON_MEMBERS = new Set(
  ("get set delete close open read write size length numel isempty keys values isKey remove add addListener " +
    "addlistener notify plot show hide update reset start stop run disp display copy save load clear name " +
    "data value parse addParameter addRequired addOptional Results verifyEqual verifyTrue assertEqual " +
    "assertTrue fatalAssert message stack identifier getReport rethrow throw").split(" "),
);

/** Name under which a class binds its constructor, which has the name of the class itself. */
export const CONSTRUCTOR = "<constructor>";

/** Classes of MATLAB to which a folder may add methods. */
export const BUILTIN_CLASSES: ReadonlySet<string> = new Set(
  ("double single char string cell struct logical function_handle table int8 int16 int32 int64 uint8 uint16 uint32 " +
    "uint64 handle inline").split(" "),
);

/** MATLAB's semantics. */
export const matlabSemantics: Semantics = {
  family: "matlab",
  separator: ".",
  classScopeIsLexical: "never",
  inheritance: "depth-first",
  constructors: [CONSTRUCTOR],
  redefinition: "replace",
  needsImport: true,
  indexesLikeCalls: true,
  objectsAreArrays: true,
  builtinNames: BUILTIN_NAMES,
  builtinTypes: {
    char: { members: {}, closed: true },
    string: { members: {}, closed: true },
    double: { members: {}, closed: true },
    logical: { members: {}, closed: true },
    cell: { members: {}, closed: true },
  },
  commonMembers: COMMON_MEMBERS,
};

/** Whether a name is one of MATLAB's own. */
export function isMatlabBuiltin(name: string): boolean {
  return BUILTIN_NAMES.has(name);
}
