import { t } from '@/lib/texts/texts';

type OperatorSectionProps = { name: string; address: string; email: string };

/** Who runs the site, on its pages about privacy and terms. Nothing where the owner states nothing. */
export function OperatorSection({ name, address, email }: OperatorSectionProps) {
  if (name === '' && address === '' && email === '') return null;
  return (
    <>
      <h2 id="operator">{t('operator.title', 'Who runs {siteName}')}</h2>
      {name !== '' && <p dir="auto">{name}</p>}
      {address !== '' && <p dir="auto">{address}</p>}
      {email !== '' && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </>
  );
}
