import { CONTACT_LIMITS } from '@tomekeeper/contracts-contact';
import { MAX_NAME_LENGTH } from '@tomekeeper/contracts-values';
import { useForm, useShell, type Refusal, type Values } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmailField, TextAreaField, TextField } from '@tomekeeper/ui/field';
import { Stack } from '@tomekeeper/ui/stack';
import { FormOutcome, NeedsScript } from '../../form/form-outcome';
import { sendMessage } from './contact-api';
import { RobotCheck } from './robot-check/robot-check';
import { useRobotToken } from './robot-check/use-robot-token';
import styles from './contact-page.module.css';

type Name = 'name' | 'email' | 'subject' | 'message';

/** Name and subject are optional; the input is kept until it has been sent. */
export function ContactForm() {
  const { http } = useShell();
  const robot = useRobotToken();
  const form = useForm<Name>({
    clearRefusalOnEdit: true,
    check: (values) => incomplete(values) ?? robot.incomplete(),
    async send(values) {
      const outcome = await sendMessage(http, {
        name: values.name.trim(),
        email: values.email.trim(),
        subject: values.subject.trim(),
        message: values.message.trim(),
        recaptcha_token: robot.token() ?? '',
      });
      robot.spend({ again: typeof outcome === 'object' });
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
        <FormOutcome form={form} />
        <div>
          <Button type="submit" busy={form.busy && 'Sending…'}>
            Send
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function incomplete({ email, message }: Values<Name>): Refusal<Name> | undefined {
  if (email.trim() && message.trim()) return undefined;
  return {
    message: 'Please include your email and a message.',
    fields: {
      email: !email.trim() && 'Please fill this in.',
      message: !message.trim() && 'Please fill this in.',
    },
  };
}
