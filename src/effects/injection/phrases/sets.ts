/** Sets of interchangeable words. Without accents and apostrophes, as `words.ts` produces them. */
export const SETS: Readonly<Record<string, string>> = {
  drop: "ignore ignoring disregard disregarding forget forgetting neglect unlearn",
  undo: "override overriding overrule bypass bypassing discard dismiss cancel erase delete reset abandon void revoke",
  prior: "previous previously prior above earlier preceding past before foregoing former initial original existing old",
  all: "all any every each everything anything your my the these those them other",
  orders:
    "instruction instructions direction directions directive directives rule rules guideline guidelines prompt prompts command commands order orders guidance programming constraint constraints restriction restrictions statement statements",
  talk: "text context conversation message messages input inputs content words sentences chat task tasks",
  told: "told given instructed asked ordered programmed trained taught learned learnt received got",
  speak:
    "repeat reveal disclose divulge leak recite regurgitate echo expose reprint restate reproduce paraphrase rephrase transcribe",
  show: "print show output display list tell share write give dump paste state type return say provide spell translate summarize summarise convert encode describe explain quote copy send read decode reverse format outline recap outputs",
  own: "prompt instructions instruction directives guidelines rules preprompt configuration programming conditions requirements orders",
  answer: "reply response answer output message sentence text responses replies answers",
  begin: "begin start prefix preface open prepend beginning starting",
  utter: "say reply respond print output answer write type display return echo repeat",
  free: "unfiltered uncensored unrestricted unlimited unhinged uninhibited unbounded unconstrained unrestrained limitless unmoderated",
  amoral:
    "amoral immoral unethical unprincipled illegal harmful offensive inappropriate explicit nsfw derogatory vulgar",
  limits:
    "restrictions restriction limitations limitation limits rules filters filter filtering censorship constraints boundaries guidelines policies policy morals ethics morality safeguards guardrails inhibitions consequences regulations",
  maker: "openai anthropic google microsoft deepmind",
  bot: "chatgpt gpt claude gemini bard copilot llama ai assistant chatbot llm bot model chatbots",
  become: "act behave pretend roleplay simulate emulate impersonate imagine imitate personify mimic become",
  address:
    "you your youre youll youve yourself i me my im ill chatgpt gpt openai ai assistant chatbot llm claude gemini bard dan",
  refuse: "refuse refuses refusing decline declines reject deny denies",
};
