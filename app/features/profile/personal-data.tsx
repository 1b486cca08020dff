import { DefinitionList } from "../../ui/lazy/definition-list";

export interface PersonView {
  name: string;
  role: string;
  phone: string;
  email: string;
  position: string;
}

/** The participant's own data. */
export function PersonalData({ person }: { person: PersonView }) {
  return (
    <DefinitionList
      items={[
        { term: "Имя", value: person.name },
        { term: "Роль", value: person.role },
        { term: "Телефон", value: person.phone },
        { term: "E-mail", value: person.email },
        ...(person.position ? [{ term: "Должность", value: person.position }] : []),
      ]}
    />
  );
}
