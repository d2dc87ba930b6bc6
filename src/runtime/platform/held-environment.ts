/**
 * Environment variables that would change how Node or Perl start are renamed, by the launcher and wherever we start
 * ourselves with an agent's environment. Hooks that are granted such a variable still get it.
 */

type Environment = Readonly<Record<string, string | undefined>>;

export const HELD_PREFIX = "SNAPHOOK_HELD_";

/** As the launcher does. */
const HELD = /^(?:NODE_(?!ENV$)|UV_|OPENSSL_|SSL_CERT_)/;

export function holdVariables(environment: Environment): Record<string, string | undefined> {
  return renamed(environment, (name) => (HELD.test(name) ? `${HELD_PREFIX}${name}` : name));
}

export function restoreVariables(environment: Environment): Record<string, string | undefined> {
  return renamed(environment, (name) => (name.startsWith(HELD_PREFIX) ? name.slice(HELD_PREFIX.length) : name));
}

/** The agent's environment before the launcher renamed anything; this process keeps none of the renamed ones. */
export function takeEnvironment(): Record<string, string | undefined> {
  const whole = restoreVariables(process.env);
  for (const name of Object.keys(process.env)) if (name.startsWith(HELD_PREFIX)) delete process.env[name];
  return whole;
}

function renamed(environment: Environment, rename: (name: string) => string): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [rename(name), value]));
}
