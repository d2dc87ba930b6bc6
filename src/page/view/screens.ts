/** The screens in the order of the navigation; the number is the key, and 0 the tenth. */
export const SCREENS = [
  { name: "now", title: "Now" },
  { name: "questions", title: "Questions" },
  { name: "sessions", title: "Sessions" },
  { name: "hooks", title: "Hooks" },
  { name: "search", title: "Search" },
  { name: "health", title: "Health" },
  { name: "governance", title: "Governance" },
  { name: "memory", title: "Memory" },
  { name: "logs", title: "Logs" },
  { name: "figures", title: "Figures" },
] as const;

export function keyOf(index: number): string {
  return String((index + 1) % 10);
}
