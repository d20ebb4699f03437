import { CONTACT_LIMITS } from '@tomekeeper/contracts-contact';
import { MAX_NAME_LENGTH } from '@tomekeeper/contracts-problem';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmailField, TextAreaField, TextField } from '@tomekeeper/ui/field';
import { Stack } from '@tomekeeper/ui/stack';
import { FormOutcome } from '../form/form-outcome';
import { NeedsScript } from '../form/needs-script';
import type { Outcome } from '../form/outcome';
import { useForm, type Values } from '../form/use-form';
import { sendMessage } from './contact-api';
import { RobotCheck } from './robot-check/robot-check';
import { useRobotToken } from './robot-check/use-robot-token';
import styles from './contact-page.module.css';

/** Name and subject may stay empty; what is typed stays until it has been sent. */
export function ContactForm() {
  const { http } = useShell();
  const robot = useRobotToken();
  const form = useForm({
    check: (values) => incomplete(values) ?? robot.incomplete(),
    async send(values) {
      const outcome = await sendMessage(http, {
        name: values('name').trim(),
        email: values('email').trim(),
        subject: values('subject').trim(),
        message: values('message').trim(),
        recaptcha_token: robot.token() ?? '',
      });
      robot.spend({ again: outcome.status === 'error' });
      return outcome;
    },
  });
  return (
    <form {...form.props} aria-label="Contact">
      <Stack gap={4}>
        <div className={styles.pair}>
          <TextField
            {...form.bind('name')}
            label="Name"
            autoComplete="name"
            maxLength={MAX_NAME_LENGTH}
            optional
          />
          <EmailField {...form.bind('email')} />
        </div>
        <TextField
          {...form.bind('subject')}
          label="Subject"
          maxLength={CONTACT_LIMITS.subject}
          optional
        />
        <TextAreaField
          {...form.bind('message')}
          label="Message"
          rows={8}
          maxLength={CONTACT_LIMITS.message}
          required
        />
        <RobotCheck key={robot.round} again={robot.again} {...robot.handlers} />
        <NeedsScript />
        <FormOutcome state={form.state} />
        <div>
          <Button type="submit" busy={form.state.status === 'sending' && 'Sending…'}>
            Send
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function incomplete(values: Values): Outcome | undefined {
  const missing = ['email', 'message'].filter((name) => !values(name).trim());
  if (missing.length === 0) return undefined;
  return {
    status: 'error',
    message: 'Please include your email and a message.',
    fields: Object.fromEntries(missing.map((name) => [name, 'Please fill this in.'])),
  };
}
