/**
 * Milliseconds that this thread has worked. Unlike the time of day they do not pass while other
 * programs have the machine: a healthy file is not put aside because there was much to do elsewhere.
 */
export function threadClock(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds that all threads of this process have worked. */
export function processClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
