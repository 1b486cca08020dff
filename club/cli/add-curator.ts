import { emailField, innChecksumHolds, innField, phoneField } from "../../contract/fields";
import { generatePassword, hashPassword } from "../accounts/password";
import { sendMessage } from "../outbox/send-message";
import { Misuse, type Verb } from "./verb";

export const addCurator: Verb = {
  name: "add-curator",
  usage:
    "--last-name X --first-name X [--sur-name X] --phone 79… --email a@b.ru (--company X --inn N [--legal-name X] [--address X] | --system)",
  summary: "Add a distributor's curator with the company, or a system curator; the password goes out by e-mail.",
  options: {
    "last-name": { type: "string" },
    "first-name": { type: "string" },
    "sur-name": { type: "string" },
    phone: { type: "string" },
    email: { type: "string" },
    company: { type: "string" },
    inn: { type: "string" },
    "legal-name": { type: "string" },
    address: { type: "string" },
    system: { type: "boolean" },
  },
  async run({ services, option, require, flag, print }) {
    const phone = phoneField.parse(require("phone"));
    const email = emailField.parse(require("email"));
    const isSystem = flag("system");
    const inn = isSystem ? "" : innField.parse(require("inn"));
    if (inn && !innChecksumHolds(inn)) throw new Misuse(`The check digits of INN ${inn} don't hold.`);
    const company = isSystem ? "" : require("company");
    const names = {
      last_name: require("last-name"),
      first_name: require("first-name"),
      sur_name: option("sur-name") ?? "",
    };
    const password = generatePassword();
    const password_hash = await hashPassword(password);
    const id = await services.db.transaction().execute(async (trx) => {
      const taken = await trx
        .selectFrom("users")
        .select("id")
        .where((where) => where.or([where("phone", "=", phone), where("email", "ilike", email)]))
        .executeTakeFirst();
      if (taken) throw new Misuse("There is a participant with this phone or e-mail already.");
      const owner = inn
        ? await trx.selectFrom("companies").select("id").where("inn", "=", inn).executeTakeFirst()
        : undefined;
      if (owner) throw new Misuse(`The company with INN ${inn} is in the club already.`);
      const curator = await trx
        .insertInto("users")
        .values({
          ...names,
          role: "curator",
          is_system: isSystem,
          phone,
          email,
          password_hash,
          phone_confirmed_at: services.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (!isSystem) {
        await trx
          .insertInto("companies")
          .values({
            kind: "distributor",
            owner_id: curator.id,
            inn,
            actual_name_organization: company,
            legal_name_organization: option("legal-name") ?? company,
            legal_address_organization: option("address") ?? "",
            actual_address_organization: option("address") ?? "",
          })
          .execute();
      }
      await sendMessage(trx, services, {
        channel: "email",
        to: email,
        subject: "Доступ в клуб",
        text: `Здравствуйте, ${names.first_name} ${names.sur_name}`
          .trimEnd()
          .concat(
            `.\n\nДля вас открыт доступ куратора.\nВход: ${services.settings.publicOrigin}/login\nЛогин: ${email}\nПароль: ${password}\n\nПосле входа примите правила программы.`,
          ),
        secret: true,
      });
      return curator.id;
    });
    print(`Curator ${id} added; the password goes out to ${email}.`);
    return undefined;
  },
};
