/** The folders with the code of the product. */
export const CODE_FOLDERS = ['pages', 'components', 'hooks', 'lib', 'server', 'host'] as const;
