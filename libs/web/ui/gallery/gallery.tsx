import { useState } from 'react';
import {
  Audience,
  Button,
  Card,
  Checkbox,
  Cluster,
  Dialog,
  EmptyState,
  FileInput,
  FormError,
  Icon,
  Menu,
  MenuItem,
  Notice,
  PageHeader,
  PasswordField,
  Prose,
  Progress,
  Section,
  Skeleton,
  Stack,
  TextAreaField,
  TextField,
  ToastViewport,
  Wordmark,
  brand,
  buttonClass,
  cardClass,
  quietLinkClass,
  textLinkClass,
} from '../src';
import { Marks } from './marks';
import styles from './gallery.module.css';

type Theme = 'system' | 'light' | 'dark';

/** Every component in the states that matter, to look at. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>('system');
  const [open, setOpen] = useState<'upload' | 'delete' | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [toasts, setToasts] = useState([
    { id: '1', message: 'Saved', tone: 'success' as const },
    { id: '2', message: 'Failed to delete document', tone: 'error' as const },
  ]);
  const choose = (next: Theme) => {
    setTheme(next);
    if (next === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
  };

  return (
    <>
      <header className={styles.top}>
        <a href="#top" className={quietLinkClass}>
          <Wordmark />
        </a>
        <Menu label="Your account" trigger={<Icon name="user" size={22} />} openOnHover>
          <MenuItem icon={<Icon name="user" />}>Account</MenuItem>
          <MenuItem
            icon={<Icon name={theme === 'dark' ? 'sun' : 'moon'} />}
            onClick={() => choose(theme === 'dark' ? 'light' : 'dark')}
          >
            {theme === 'dark' ? 'Paper' : 'Candle'}
          </MenuItem>
          <MenuItem icon={<Icon name="log-out" />}>Log out</MenuItem>
        </Menu>
      </header>
      <main className={styles.page} id="top">
        <PageHeader
          title="Your Campaigns"
          lede="Three stories under way, one asleep since spring."
          actions={<Button icon={<Icon name="plus" />}>New Campaign</Button>}
          back={
            <a href="#top" className={quietLinkClass}>
              <Icon name="arrow-left" /> Back
            </a>
          }
        />
        <Stack gap={7}>
          <div className={styles.cards}>
            {['Curse of Strahd', 'The Enemy Within', 'Beyond the Mountains of Madness'].map(
              (title, index) => (
                <a className={cardClass({ link: true })} href="#top" key={title}>
                  <h2>{title}</h2>
                  <p>{['D&D 5e', 'Warhammer Fantasy', 'Call of Cthulhu'][index]}</p>
                  <p>{[4, 5, 3][index]} player(s)</p>
                </a>
              ),
            )}
          </div>

          <Section
            title="Documents"
            actions={
              <Button
                variant="secondary"
                size="small"
                icon={<Icon name="upload" />}
                onClick={() => setOpen('upload')}
              >
                Upload Document
              </Button>
            }
          >
            <div className={styles.row}>
              <a className={`${textLinkClass} ${styles.name}`} href="#top">
                Death House, ground floor.pdf
              </a>
              <Audience kind="spoilers" />
              <Menu label="More" trigger={<Icon name="more" />}>
                <MenuItem icon={<Icon name="eye" />}>Reveal</MenuItem>
                <MenuItem icon={<Icon name="pencil" />}>Rename</MenuItem>
                <MenuItem icon={<Icon name="trash" />} danger onClick={() => setOpen('delete')}>
                  Delete
                </MenuItem>
              </Menu>
            </div>
            <div className={styles.row}>
              <a className={`${textLinkClass} ${styles.name}`} href="#top">
                Map of Barovia.png
              </a>
              <Audience kind="public" />
              <Button variant="quiet" size="small">
                Delete
              </Button>
            </div>
          </Section>

          <Section title="Players" lede="Everyone at the table, besides you.">
            <EmptyState
              title="No players yet."
              action={<Button variant="secondary">Add a player</Button>}
            >
              Ask a player for the user id on their account page, or add them by e-mail.
            </EmptyState>
          </Section>

          <Section title="Buttons">
            <Stack gap={4}>
              <Cluster>
                <Button>Save</Button>
                <Button variant="secondary">Cancel</Button>
                <Button variant="quiet">Rename</Button>
                <Button variant="danger">Delete campaign</Button>
                <a className={buttonClass({ variant: 'secondary' })} href="#top">
                  A link
                </a>
              </Cluster>
              <Cluster>
                <Button busy="Saving…">Save</Button>
                <Button disabled>Create</Button>
                <Button variant="secondary" disabled>
                  Cancel
                </Button>
                <Button variant="danger" busy="Deleting…">
                  Delete
                </Button>
                <Button size="small">Small</Button>
                <Button size="small" variant="quiet">
                  Small
                </Button>
              </Cluster>
            </Stack>
          </Section>

          <Section title="Form">
            <Stack className={styles.narrow}>
              <TextField label="Title" placeholder="Curse of Strahd" />
              <TextField
                label="Email"
                type="email"
                defaultValue="strahd@"
                error="Enter a valid e-mail address."
              />
              <PasswordField
                label="Password"
                description="At least 8 characters, with upper and lower case letters and a digit."
                defaultValue="correct horse"
              />
              <TextField label="Email" readOnly defaultValue="mina@example.org" />
              <TextAreaField label="Message" optional />
              <Checkbox label="Contains spoilers" description="Players won't see that it exists." />
              <Checkbox label="Remember this device" defaultChecked />
              <FileInput
                label="File"
                file={file}
                onFile={setFile}
                error={file ? null : 'Choose a file first.'}
              />
              <Progress label="Uploading Map of Barovia.png" percent={42} />
              <Progress label="Uploading Death House, ground floor.pdf" />
              <FormError message="Save failed" reason="The title is longer than 200 characters." />
            </Stack>
          </Section>

          <Section title="Words from the product">
            <Stack>
              <Notice title="Check your inbox.">We sent a six-digit code to m…@example.org.</Notice>
              <Notice tone="success">Email verified. Thank you!</Notice>
              <Notice
                tone="error"
                title="Unable to load your campaigns."
                action={
                  <Button size="small" variant="secondary">
                    Try again
                  </Button>
                }
              >
                The server did not answer.
              </Notice>
            </Stack>
          </Section>

          <Section title="On its way">
            <Stack gap={6}>
              <Skeleton label="Loading campaigns…" shape="cards" />
              <Skeleton label="Loading documents…" shape="rows" count={2} />
              <Skeleton label="Loading…" />
            </Stack>
          </Section>

          <Marks />

          <Section title="Reading">
            <Stack>
              <Prose>
                {' '}
                <h3>The road to the village</h3>
                <p>
                  Black pools of water stand like dark mirrors in and around the muddy roadway.
                  Giant trees loom up on both sides of the road, their branches clawing at the mist.
                  In 1348 the last lantern was seen here; <em>nobody</em> has come back since.{' '}
                  <a href="#top">Read on</a>, if you must. {brand.tagline}
                </p>
                <h3>What the innkeeper knows</h3>
                <ul>
                  <li>
                    The blacksmith buried his wife in <strong>Kresk</strong>.
                  </li>
                  <li>Her name was Marzena.</li>
                </ul>
              </Prose>{' '}
              <Card>
                A card, when a thing must lie a little above the page. Wiadomość, Příliš žluťoučký,
                Ærøskøbing.
              </Card>
            </Stack>
          </Section>
        </Stack>
      </main>

      <Dialog
        open={open === 'upload'}
        onClose={() => setOpen(null)}
        title="Upload Document"
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(null)}>
              Cancel
            </Button>
            <Button>Upload</Button>
          </>
        }
      >
        <FileInput label="File" file={file} onFile={setFile} />
        <Checkbox label="Contains spoilers" description="Players won't see that it exists." />
        <Progress label="Uploading Map of Barovia.png" percent={42} />
      </Dialog>
      <Dialog
        open={open === 'delete'}
        onClose={() => setOpen(null)}
        title="Delete document"
        description='Are you sure you want to delete "Death House, ground floor.pdf"?'
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(null)}>
              Cancel
            </Button>
            <Button variant="danger">OK</Button>
          </>
        }
      />
      <ToastViewport
        toasts={toasts}
        onDismiss={(id) => setToasts((all) => all.filter((toast) => toast.id !== id))}
      />
    </>
  );
}
