/** Tag of a platform, as in the names of engine archives. */
export type Platform =
  | "darwin-arm64"
  | "darwin-x64"
  | "linux-arm64"
  | "linux-x64"
  | "win32-arm64"
  | "win32-x64";

/** How a platform is called elsewhere. */
export interface PlatformNames {
  readonly platform: Platform;
  /** What `deno compile --target` calls it. */
  readonly target: string;
  /** The npm package that holds a plain `deno` for it. */
  readonly denoPackage: string;
}

/** The platforms that every release has an engine for. */
export const PLATFORMS: readonly PlatformNames[] = [
  {
    platform: "darwin-arm64",
    target: "aarch64-apple-darwin",
    denoPackage: "@deno/darwin-arm64",
  },
  {
    platform: "darwin-x64",
    target: "x86_64-apple-darwin",
    denoPackage: "@deno/darwin-x64",
  },
  {
    platform: "linux-arm64",
    target: "aarch64-unknown-linux-gnu",
    denoPackage: "@deno/linux-arm64-glibc",
  },
  {
    platform: "linux-x64",
    target: "x86_64-unknown-linux-gnu",
    denoPackage: "@deno/linux-x64-glibc",
  },
  {
    platform: "win32-arm64",
    target: "aarch64-pc-windows-msvc",
    denoPackage: "@deno/win32-arm64",
  },
  {
    platform: "win32-x64",
    target: "x86_64-pc-windows-msvc",
    denoPackage: "@deno/win32-x64",
  },
];

/** Name of the engine archive for a platform. */
export function archiveName(platform: Platform): string {
  return `codegraph-${platform}.${isWindows(platform) ? "zip" : "tar.gz"}`;
}

/** Name of the executable in the archive's `bin`. */
export function executableName(platform: Platform): string {
  return isWindows(platform) ? "codegraph.exe" : "codegraph";
}

/** The platform that this process runs on; `undefined` where there is no engine for it. */
export function hostPlatform(): Platform | undefined {
  return PLATFORMS.find(({ target }) => target === Deno.build.target)?.platform;
}

function isWindows(platform: Platform): boolean {
  return platform.startsWith("win32-");
}
