import { facts, kept } from '../../site/facts';

export interface PrivacyRecord {
  subject: string;
  what: string;
  why: string;
  howLong: string;
}

/** All personal data, grouped by source. */
export const records: readonly PrivacyRecord[] = [
  {
    subject: 'Your account',
    what: 'Your e-mail address, first and last name, and when the account was created. Your password is stored only as a hash: it cannot be read, not even by us.',
    why: 'To sign you in, and to show your table who you are.',
    howLong: `Until you delete it on your account page. We then delete the campaigns you own with their documents and files, your membership in other campaigns, your mailing-list subscription and your messages to us. Deletion is complete within ${kept.deletedAccount}. For ${kept.deletionRecord} we keep the date of the deletion under a number that only the mail to you contains.`,
  },
  {
    subject: 'Earlier e-mail addresses',
    what: `Your previous e-mail addresses, up to the last ${kept.earlierAddresses}. The download of your data contains them.`,
    why: 'So that you can undo a change that was not yours, and so that messages and subscriptions under the old address are deleted with your account.',
    howLong: `You can undo a change for ${kept.emailUndo}. We keep the address until you delete your account. Then we also delete all data under that address, unless another account uses it by then. When the limit is reached, the oldest address and its data are deleted.`,
  },
  {
    subject: 'Your sign-ins',
    what: 'Signed-in browsers, failed sign-in attempts, and security events of your account, such as sign-ins and password changes, each with the type of browser. Network addresses are stored only as hashes.',
    why: 'To keep you signed in, to let you sign out everywhere, to block password guessing without locking you out on networks you have used before, and to show you unknown sign-ins.',
    howLong: `Sign-ins: until a day after you sign out or the sign-in expires. Failed attempts: a day. Network hashes: ${kept.knownNetwork} after your last sign-in from the network. Security events: ${kept.securityEvents}, or until you delete your account.`,
  },
  {
    subject: 'More than a password',
    what: 'If you set them up: the encrypted key of your authenticator app, hashes of your recovery codes, the public keys of your passkeys, and your remembered devices.',
    why: 'So that a stolen password alone is not enough to sign in.',
    howLong: 'Until you remove them on your account page, or delete your account.',
  },
  {
    subject: 'Your campaigns',
    what: 'Titles, game systems, players, the documents you upload with their names and tags, and a log of which document was shown when and by which game master.',
    why: 'To run your campaigns. You and your players see them; players do not see spoilers.',
    howLong: `Until you delete them. Documents you uploaded to another person’s campaign stay there without your name after your account is deleted. You can restore a deleted document for ${kept.trash} or delete it permanently at once. Unfinished uploads are deleted after ${kept.unfinishedUpload}. So that a large upload can continue, your browser keeps its file until the upload ends or you log out. A link to a file works for ${facts.fileLinkSeconds} seconds.`,
  },
  {
    subject: 'Your characters',
    what: 'In each campaign you play in: the name of your character, one line about it, and its portrait. We re-encode the portrait from its pixels and keep nothing else of your file, such as where it was taken.',
    why: 'To show the party to the members of the campaign.',
    howLong:
      'Until you clear them, leave the campaign, or delete your account. After you leave, no one sees the portrait; we delete it with the next portrait in that campaign, with the campaign, or with your account.',
  },
  {
    subject: 'Your notes as a player',
    what: 'The notes that you write in campaigns of others, their earlier versions, and who reads each of them: only you, the game masters, or the party. Your comments on passages.',
    why: 'To show each note to the readers that you choose. Other members, and game masters, cannot see your private notes.',
    howLong: `Until you delete them; you can restore a deleted note for ${kept.trash}. When you leave a campaign, notes for others and comments stay there without your name. Members can export the notes and comments that they see, with your name; an import of such an archive keeps the name as text, marked as imported, until a game master deletes the note or comment. Private notes stay in the download of your data for ${kept.trash} and are then deleted. When you delete your account, we delete your private notes at once.`,
  },
  {
    subject: 'Opened documents',
    what: 'Which revealed documents, shared notes and documents with comments you opened, and when; when you last read news of sessions; which news of a campaign you want, and whether by mail.',
    why: 'To mark new documents and to mail you. Game masters see which of their reveals you opened, and when, also after undoing one.',
    howLong: 'Until you leave the campaign or delete your account.',
  },
  {
    subject: 'Questions to a language model',
    what: 'Only if the operator of this site has configured a language model: the fact that you asked, the campaign, and the amount of text. The provider of the model receives your question and matching passages that you may read, without your name or address. If the operator has configured a provider for semantic search, that provider receives the texts of your campaigns and the search queries, without your name or address. Your game master sees these providers and can turn them off for a campaign.',
    why: 'To answer questions, to search by meaning, and to limit each person’s use.',
    howLong:
      'The fact that you asked: a day, or until you delete your account. We do not store the question itself.',
  },
  {
    subject: 'Invites',
    what: 'The person who created it, its expiry and its number of uses; the address, if you send it by mail; removed members and the date of the removal. The link of an invite that you sign up with, encrypted.',
    why: 'To let invited people join, and to keep removed people out.',
    howLong:
      'The address until the invite is used, expires or is withdrawn; the rest for another 30 days. The link that you sign up with: until you confirm your address, at most a week.',
  },
  {
    subject: 'The mailing list',
    what: 'Your address, your name if you gave one, and whether you confirmed.',
    why: 'To tell you about the launch, and to write only to people who asked for it.',
    howLong: `Until you unsubscribe; then it is deleted within ${kept.leftMailingList}. The confirmation link works for ${kept.verificationLink}. Unconfirmed addresses are deleted after ${kept.unconfirmedAddress}.`,
  },
  {
    subject: 'Messages to us',
    what: 'Your entries in the contact form: name, address, subject, message.',
    why: 'To answer you.',
    howLong: `For ${kept.contactMessage}, or until you delete an account that has or had the same address. We delete it at once if you ask us.`,
  },
  {
    subject: 'Mails we send you',
    what: 'Text and address until the mail is delivered, then only the type of the mail and that it was sent.',
    why: 'So that no mail is lost when a mail server is down.',
    howLong: `The text until delivery, the record for ${kept.mailRecord}.`,
  },
  {
    subject: 'Errors and performance',
    what: 'Errors: the position in our code, the type of page and the version. Loading and response times of pages. No names, texts or campaigns.',
    why: 'To fix errors before you have to report them.',
    howLong:
      'As long as our server logs, which are overwritten regularly. Browsers that ask not to be tracked report errors only.',
  },
  {
    subject: 'In your own browser',
    what: 'Your sign-in, your light or dark theme, and your scroll positions. No cookies.',
    why: 'So that the site remembers you between visits without tracking you.',
    howLong: 'Until you sign out or clear the data of the site.',
  },
];
