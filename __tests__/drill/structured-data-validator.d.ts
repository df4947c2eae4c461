declare module '@adobe/structured-data-validator' {
  export default class Validator {
    /** @param data lists of objects by format and type. */
    validate(data: Record<string, Record<string, object[]>>): Promise<unknown>;
  }
}
