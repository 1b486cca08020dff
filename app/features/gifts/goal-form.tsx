import { Form } from "@remix-run/react";
import { formatPoints } from "../../lib/points";
import { Button } from "../../ui/core/button";
import { SelectField } from "../../ui/core/choice-field";
import { Disclosure } from "../../ui/core/disclosure";
import type { GoalChoice } from "./gift-view";
import { GOAL_PATH } from "./goal-path";

const shell = { id: "goal", result: null };

/** Chooses the gift to save for, out of those that the balance isn't enough for. */
export function GoalForm({ goals }: { goals: readonly GoalChoice[] }) {
  return (
    <Disclosure summary="Выбрать, на что копить">
      <Form id={shell.id} method="post" action={GOAL_PATH} className="form">
        <SelectField
          shell={shell}
          name="prize_id"
          label="Хочу"
          required
          placeholder="Выберите подарок"
          choices={goals.map(({ id, name, price }) => ({ value: id, label: `${name}, ${formatPoints(price)}` }))}
        />
        <Button variant="secondary">Копить на это</Button>
      </Form>
    </Disclosure>
  );
}
