/** What this package uses of the library, which comes without types. */
declare module "pg" {
  /** A connection to a database. */
  export class Client {
    constructor(options: Readonly<Record<string, unknown>>);
    connect(): Promise<void>;
    query(question: {
      readonly text: string;
      readonly values?: readonly unknown[];
      readonly rowMode: "array";
    }): Promise<{ readonly rows: readonly (readonly (string | null)[])[] }>;
    on(event: "error", listener: (error: Error) => void): void;
    end(): Promise<void>;
  }
  const library: { readonly Client: typeof Client };
  export default library;
}
