import { AccountHeader } from '@/components/account/account-header';
import { ProductMark, ProductScreenshot } from '@/components/layout/images';
import { AlternativeQueue } from '@/components/moderation/queue/alternative-queue';
import { ModerationQueue } from '@/components/moderation/queue/moderation-queue';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';
import manifest from '@/package.json';
import { t } from '@/lib/texts/texts';

const loadEditForm = async () => (await import('@/components/submissions/moderator-forms')).ModeratorEditForm;

ModerationPage.getInitialProps = loadNotFound;

export default function ModerationPage() {
  return (
    <ModeratorPage title={t('account.moderation', 'Moderation')} top={<AccountHeader />}>
      {(user) => (
        <>
          <div className="mt-2">
            <ModerationQueue
              handle={user.handle}
              loadEditForm={loadEditForm}
              image={(product) => (
                <div className="flex flex-col gap-3 self-start">
                  <ProductMark product={product} size="page" />
                  {product.screenshotURL && (
                    <ProductScreenshot src={product.screenshotURL} sizes="(width >= 48rem) 15rem, 100vw" />
                  )}
                </div>
              )}
            />
          </div>
          <AlternativeQueue />
          <p className="mt-12 text-sm text-muted">
            {t('moderation.version', 'Listgrove {version}', { version: manifest.version })}
          </p>
        </>
      )}
    </ModeratorPage>
  );
}
