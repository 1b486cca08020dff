/** A legal entity or a sole trader as a register has it. */
export interface LegalEntity {
  readonly inn: string;
  /** The legal name, such as «ООО "Ось"». */
  readonly name: string;
  /** The legal address; empty where the register doesn't tell it, as of sole traders. */
  readonly address: string;
}

/** An outer register of companies. */
export interface CompanyRegister {
  /**
   * Finds a company by INN; null when the register doesn't know it.
   * @throws ProviderUnavailableError
   */
  find(inn: string): Promise<LegalEntity | null>;
}
