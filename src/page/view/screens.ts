/** The screens in the order of the navigation; the number is the key. */
export const SCREENS = [
  { name: "now", title: "Now" },
  { name: "questions", title: "Questions" },
  { name: "sessions", title: "Sessions" },
  { name: "hooks", title: "Hooks" },
  { name: "search", title: "Search" },
  { name: "health", title: "Health" },
] as const;
