import { findPerson } from "../../people/accounts/find-person";
import { fullName } from "../../people/accounts/person";
import { defineAct } from "../../platform/acts/act";
import { person } from "../../platform/acts/field";
import { formatCount } from "../../platform/acts/format";
import { zipFile } from "../../platform/http/zip-file";
import { exportPerson } from "./export-person";

export const exportPersonAct = defineAct({
  name: "export-person",
  group: "people",
  title: "Выгрузить данные участника",
  explanation:
    "Всё, что клуб хранит об участнике: данные, паспорт, загруженные файлы. В приглашениях есть чужие имена: проверьте архив, прежде чем отдать, и удалите его потом.",
  summary:
    "Everything that the club holds on a person as an archive: person.json, passports, uploads. Passwords and tokens are left out. Keep it secret, and delete it once it was handed over.",
  gives: "nothing",
  roles: ["support"],
  needsCode: true,
  fields: { person: person() },
  async run({ services, trx }, input) {
    const found = await findPerson(services, input.person);
    const { tables, files, opened } = await exportPerson(trx, services, found);
    const json = { exported_at: services.now().toISOString(), person: found.id, ...tables };
    const rows = Object.values(tables).reduce((sum, table) => sum + table.length, 0);
    const content = Buffer.from(`${JSON.stringify(json, null, 2)}\n`);
    return {
      lines: [
        `${fullName(found)}, № ${found.id}: ${formatCount(rows, "запись", "записи", "записей")}, файлов: ${files.length}.`,
        `Открыты документы: ${opened.documents}, получатели заказов: ${opened.recipients}.`,
      ],
      file: zipFile(`person-${found.id}.zip`, [{ name: "person.json", content }, ...files], services.now()),
      subject: { kind: "person", id: found.id },
      after: { opened: { ...opened } },
      link: { card: "person", id: String(found.id) },
    };
  },
});
