/**
 * Variables that would change how Node or Perl start are kept from them under another name, by the launcher and wherever
 * we start ourselves with the environment of an agent. Hooks that are granted such a variable get it all the same.
 */

type Environment = Readonly<Record<string, string | undefined>>;

export const HELD_PREFIX = "SNAPHOOK_HELD_";

/** As the launcher does it. */
const HELD = /^(?:NODE_(?!ENV$)|UV_|OPENSSL_|SSL_CERT_)/;

export function holdVariables(environment: Environment): Record<string, string | undefined> {
  return renamed(environment, (name) => (HELD.test(name) ? `${HELD_PREFIX}${name}` : name));
}

export function restoreVariables(environment: Environment): Record<string, string | undefined> {
  return renamed(environment, (name) => (name.startsWith(HELD_PREFIX) ? name.slice(HELD_PREFIX.length) : name));
}

/** The environment of the agent, as it was before the launcher held anything back; this process keeps none of that. */
export function takeEnvironment(): Record<string, string | undefined> {
  const whole = restoreVariables(process.env);
  for (const name of Object.keys(process.env)) if (name.startsWith(HELD_PREFIX)) delete process.env[name];
  return whole;
}

function renamed(environment: Environment, rename: (name: string) => string): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [rename(name), value]));
}
