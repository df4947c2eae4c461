/** The properties of an object with these names. An undefined one stays away. */
export function pick<Of extends object, Name extends keyof Of>(
  of: Of,
  names: readonly Name[],
): Pick<Of, Name>;
export function pick(of: object, names: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(of).filter(([name, value]) => value !== undefined && names.includes(name)),
  );
}
