import { NOT_FOUND_TITLE, NotFound } from '@/components/layout/not-found';
import { Page } from '@/components/layout/page';

export default function NotFoundPage() {
  return (
    <Page title={NOT_FOUND_TITLE}>
      <NotFound />
    </Page>
  );
}
