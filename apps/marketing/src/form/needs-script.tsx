import { brand } from '@tomekeeper/ui/brand';

/** Says in a prerendered page what a form can't do there. */
export function NeedsScript() {
  return (
    <noscript>
      <p>
        This form needs JavaScript. A mail to{' '}
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> does it too.
      </p>
    </noscript>
  );
}
