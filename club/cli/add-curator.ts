import { Command as CommanderCommand } from "commander";
import { emailField, innChecksumHolds, innField, nameField, phoneField } from "../../contract/fields";
import { issuePasswordLink } from "../accounts/password-link";
import { formatHours } from "../http/format-wait";
import { sendMessage } from "../outbox/send-message";
import { type Command, UsageError } from "./command";
import { parseBy, parseText } from "./parsers";

interface Options {
  lastName: string;
  firstName: string;
  surName?: string;
  phone: string;
  email: string;
  company?: string;
  inn?: string;
  legalName?: string;
  address?: string;
  system?: true;
}

export const addCurator: Command<Options> = {
  declare: () =>
    new CommanderCommand("add-curator")
      .description(
        "Add a distributor's curator with the company, or a system curator. Sends a link by which they set the password by e-mail.",
      )
      .requiredOption("--last-name <name>", "", parseBy(nameField("Укажите фамилию.")))
      .requiredOption("--first-name <name>", "", parseBy(nameField("Укажите имя.")))
      .option("--sur-name <name>", "", parseBy(nameField("Укажите отчество.")))
      .requiredOption("--phone <phone>", "such as 79001112233", parseBy(phoneField))
      .requiredOption("--email <address>", "", parseBy(emailField))
      .option("--company <name>", "the distributor's name", parseText)
      .option("--inn <number>", "the distributor's tax number", parseBy(innField))
      .option("--legal-name <name>", "the company's name by default", parseText)
      .option("--address <text>", "the distributor's address", parseText)
      .option("--system", "a system curator, who has no company"),
  async run({ services, options, print }) {
    const { phone, email } = options;
    const company = options.system ? null : readCompany(options);
    const names = {
      last_name: options.lastName,
      first_name: options.firstName,
      sur_name: options.surName ?? "",
    };
    const { publicOrigin, firstPasswordHours } = services.settings;
    const id = await services.db.transaction().execute(async (trx) => {
      const taken = await trx
        .selectFrom("users")
        .select("id")
        .where((where) => where.or([where("phone", "=", phone), where("email", "ilike", email)]))
        .executeTakeFirst();
      if (taken) throw new UsageError("There is a participant with this phone or e-mail already.");
      if (company) {
        const known = await trx.selectFrom("companies").select("id").where("inn", "=", company.inn).executeTakeFirst();
        if (known) throw new UsageError(`The company with INN ${company.inn} is in the club already.`);
      }
      const curator = await trx
        .insertInto("users")
        .values({
          ...names,
          role: "curator",
          is_system: options.system ?? false,
          phone,
          email,
          phone_confirmed_at: services.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (company) {
        await trx
          .insertInto("companies")
          .values({ ...company, kind: "distributor", owner_id: curator.id })
          .execute();
      }
      const link = await issuePasswordLink(trx, services, { id: curator.id, email }, firstPasswordHours);
      await sendMessage(trx, services, {
        channel: "email",
        to: email,
        subject: "Доступ в клуб",
        text: `Здравствуйте, ${names.first_name} ${names.sur_name}`
          .trimEnd()
          .concat(
            `.\n\nДля вас открыт доступ куратора. Задайте пароль по ссылке, она действует ${formatHours(firstPasswordHours)} и только один раз:\n\n${link}\n\nВход: ${publicOrigin}/login\nЛогин: ${email}\n\nЕсли ссылка уже не действует, запросите новую: ${publicOrigin}/recovery. После входа примите правила программы.`,
          ),
        secret: true,
      });
      return curator.id;
    });
    print(`Curator ${id} added; a link to set the password goes out to ${email}.`);
    return undefined;
  },
};

/** @throws UsageError when the company's name or tax number is missing or wrong */
function readCompany({ company, inn, legalName = company, address = "" }: Options) {
  if (!company || !legalName) throw new UsageError("--company is missing.");
  if (!inn) throw new UsageError("--inn is missing.");
  if (!innChecksumHolds(inn)) throw new UsageError(`The check digits of INN ${inn} don't hold.`);
  return {
    inn,
    actual_name_organization: company,
    legal_name_organization: legalName,
    legal_address_organization: address,
    actual_address_organization: address,
  };
}
