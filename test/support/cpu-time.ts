/**
 * How long the processor worked, in milliseconds. Unlike time on the wall it does not grow because others use the machine.
 * It counts every thread of this process, so a test that uses it runs in a process of its own.
 */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
