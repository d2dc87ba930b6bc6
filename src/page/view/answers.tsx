/** The form of an agent's questions. */
import { useSignal } from "@preact/signals";
import type { OpenAsk } from "../../daemon/http/schemas/page-types.js";
import { Text } from "./text.js";

type Question = NonNullable<OpenAsk["questions"]>[number];
export type Given = Readonly<Record<string, string | readonly string[]>>;

interface Props {
  readonly of: readonly Question[];
  /** Undefined while a question has no answer. */
  readonly onChange: (answers: Given | undefined) => void;
}

export function Answers({ of, onChange }: Props) {
  const given = useSignal<Given>({});
  const change = (question: string, answer: string | readonly string[]) => {
    given.value = { ...given.value, [question]: answer };
    const isWhole = of.every(({ question }) => (given.value[question]?.length ?? 0) > 0);
    onChange(isWhole ? given.value : undefined);
  };
  return (
    <>
      {of.map((one) => (
        <Fields
          key={one.question}
          question={one}
          given={given.value[one.question] ?? []}
          onChange={(answer) => change(one.question, answer)}
        />
      ))}
    </>
  );
}

interface FieldsProps {
  readonly question: Question;
  readonly given: string | readonly string[];
  readonly onChange: (answer: string | readonly string[]) => void;
}

function Fields({ question, given, onChange }: FieldsProps) {
  const { options, multiSelect = false } = question;
  const chosen = typeof given === "string" ? [] : given;
  const toggle = (label: string) =>
    onChange(
      !multiSelect ? [label] : chosen.includes(label) ? chosen.filter((one) => one !== label) : [...chosen, label],
    );
  return (
    <fieldset>
      <legend>
        <Text of={question.question} lines />
      </legend>
      {options.map(({ label, description }) => (
        <label key={label} class="option">
          <input
            type={multiSelect ? "checkbox" : "radio"}
            checked={chosen.includes(label)}
            onChange={() => toggle(label)}
          />
          <Text of={label} />
          {description !== undefined && (
            <span class="quiet">
              {" "}
              <Text of={description} />
            </span>
          )}
        </label>
      ))}
      <label class="option">
        <span class="quiet">Your own text</span>{" "}
        <input
          type="text"
          value={typeof given === "string" ? given : ""}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </label>
    </fieldset>
  );
}
