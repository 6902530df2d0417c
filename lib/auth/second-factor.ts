/** What an authenticator app takes to add an account. */
export interface AppKey {
  /** The secret in groups of four letters and digits, for typing. */
  text: string;
  /** The same as an `otpauth:` address, which opens an app on the same device. */
  address: string;
  /** The address as a QR code: its width in modules with the quiet zone, and the dark ones as the path of an SVG. */
  picture: { size: number; path: string };
}

/** A person's second factor as they see it. */
export interface SecondFactorSummary {
  enabledAt: Date;
  recoveryCodesLeft: number;
}
