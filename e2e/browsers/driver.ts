/** What the tests do with any browser, whatever it is driven by. */
export interface Driver {
  /** As the browser says it. */
  readonly version: string;
  /** Goes to an address and waits until the document and its files have come. */
  open(address: string): Promise<void>;
  /** Evaluates an expression in the page. Its result is what JSON can hold; a promise is not waited for. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses a point of the screen, in CSS px of the window, as a person does. */
  press(x: number, y: number): Promise<void>;
  /** Types into the field that has the focus. */
  type(text: string): Promise<void>;
  /** Chooses a file in the file field that a selector finds. */
  chooseFile(selector: string, file: string): Promise<void>;
  /** Changes the window's inner size in CSS px. */
  resize(width: number, height: number): Promise<void>;
  /** A PNG of what the window shows. */
  takePicture(): Promise<Buffer>;
  forgetCookies(): Promise<void>;
  close(): Promise<void>;
}

export interface DriverOptions {
  /** Whether the pages' script runs. The tests' own expressions always do. */
  readonly script: boolean;
}
