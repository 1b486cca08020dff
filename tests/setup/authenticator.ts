import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** What an authenticator or its browser may do wrong. */
export interface AuthenticatorFault {
  origin?: string;
  rpId?: string;
  isUserVerified?: boolean;
  challenge?: string;
  /** Instead of one more than before. */
  count?: number;
  /** Signs something else than it sends. */
  spoilsSignature?: boolean;
}

interface Options {
  readonly options: Readonly<Record<string, unknown>>;
}

const IS_PRESENT = 0x01;
const IS_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();

/** An authenticator with one ES256 passkey, and the browser around it: what both send, in WebAuthn's JSON. */
export class TestAuthenticator {
  readonly credentialId = randomBytes(32);
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  private count = 0;

  constructor(
    private readonly origin: string,
    private readonly countsUses = true,
  ) {}

  /** Answers what `navigator.credentials.create` was asked for, with the attestation "none". */
  create({ options }: Options, fault: AuthenticatorFault = {}): string {
    const { x, y } = this.keys.publicKey.export({ format: "jwk" });
    const coordinate = (text = "") => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, "base64url")]);
    const publicKey = Buffer.concat([
      // COSE: key type EC2, algorithm ES256, curve P-256, x, y.
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      coordinate(x),
      Buffer.from([0x22]),
      coordinate(y),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const data = Buffer.concat([
      this.authenticatorData(HAS_CREDENTIAL, fault),
      Buffer.alloc(16),
      length,
      this.credentialId,
      publicKey,
    ]);
    const head = Buffer.from([0xa3, ...cborText("fmt"), ...cborText("none"), ...cborText("attStmt"), 0xa0]);
    const attestationObject = Buffer.concat([
      head,
      Buffer.from([...cborText("authData"), 0x58, data.length]),
      data,
    ]).toString("base64url");
    const clientDataJSON = this.clientData("webauthn.create", options, fault).toString("base64url");
    return this.credential({ clientDataJSON, attestationObject, transports: ["internal"] });
  }

  /** Answers what `navigator.credentials.get` was asked for. */
  get({ options }: Options, fault: AuthenticatorFault = {}): string {
    if (this.countsUses) this.count += 1;
    const authenticatorData = this.authenticatorData(0, fault);
    const clientData = this.clientData("webauthn.get", options, fault);
    const signed = Buffer.concat([authenticatorData, sha256(fault.spoilsSignature ? "another" : clientData)]);
    return this.credential({
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: sign("sha256", signed, this.keys.privateKey).toString("base64url"),
    });
  }

  private authenticatorData(flags: number, fault: AuthenticatorFault): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(fault.count ?? this.count);
    const verified = fault.isUserVerified === false ? 0 : IS_VERIFIED;
    const rpId = fault.rpId ?? new URL(this.origin).hostname;
    return Buffer.concat([sha256(rpId), Buffer.from([IS_PRESENT | verified | flags]), count]);
  }

  private clientData(type: string, options: Options["options"], fault: AuthenticatorFault): Buffer {
    const challenge = fault.challenge ?? options.challenge;
    return Buffer.from(JSON.stringify({ type, challenge, origin: fault.origin ?? this.origin, crossOrigin: false }));
  }

  private credential(response: object): string {
    const id = this.credentialId.toString("base64url");
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }
}

/** A text of less than 24 bytes in CBOR. */
function cborText(text: string): number[] {
  return [0x60 + text.length, ...Buffer.from(text)];
}
