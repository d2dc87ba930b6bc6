/** The target of what publishes a package. A file of its own: a guard compares with it and loads no table of programs. */
export const REGISTRY = "package registry";
