/** Files that `setup` wrote before entries had versions, by name: the hash of their text. Guards of the pack took over. */
export const RETIRED: Readonly<Record<string, string>> = {
  "recommended-no-force-push": "5175ea8f87b94db90dd59cf1bdf54c6517b95682ee004661ff6da9cadb07a1cc",
  "recommended-no-wiping": "ff966fd3493364b50388fc4c1e84464a92856d153ce26c406127a8307acb0e3f",
  "recommended-no-secret-files": "50558d97e035b574e236f4e01d6802229daa72be595e1ba4f59ca14756f7f54b",
};
