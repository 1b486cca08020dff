import type { ReactNode } from "react";

type StepsProps = { steps: readonly string[] /** From 0. */; current: number; label?: string };

/** Progress in a form of several steps. */
export function Steps({ steps, current, label = "Шаги" }: StepsProps) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? "step" : undefined}
          className={index < current ? "steps-done" : undefined}
        >
          {step}
          {index < current && <span className="visually-hidden"> — пройден</span>}
        </li>
      ))}
    </ol>
  );
}

type StepCardsProps = { steps: readonly { title: string; text: ReactNode; drawing?: ReactNode }[] };

/** Numbered steps that explain how something works. */
export function StepCards({ steps }: StepCardsProps) {
  return (
    <ol className="step-cards">
      {steps.map((step) => (
        <li key={step.title}>
          {step.drawing}
          <h3>{step.title}</h3>
          <p>{step.text}</p>
        </li>
      ))}
    </ol>
  );
}
