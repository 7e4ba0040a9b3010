/**
 * Reads hledger journals: exports of this ledger and files of other programs. Unsupported lines are rejected with their line and reason. An
 * unsupported directive that would change the meaning of later lines stops the import.
 */
import { ok, refused } from '../../../src/kernel/refusal';
import { createBlocks, headOf, rawOf, type Block, type Line } from './blocks';
import { learnStyle, plainStyle, type AmountStyle } from './hledger-amounts';
import { commentOf, ourTag, tagsIn } from './hledger-texts';
import { readTransaction, type TransactionContext } from './hledger-transactions';
import { refusingReturns } from './lines';
import {
  cutOffHere,
  firstLineMissing,
  lastLineMissing,
  ourFirstLine,
  ourLastLine,
  ourSecondLine,
  rejectedRows,
  settingOfOurs,
  unreadBeginning,
} from './own-exports';
import { accountFieldsOf } from './own-names';
import type { Books, Emit, LineReader, Reason, Tag } from './rows';

export const createHledgerReader = (books: Books, emit: Emit): LineReader => {
  const style: AmountStyle = plainStyle();
  const context: { -readonly [K in keyof TransactionContext]: TransactionContext[K] } = {
    ...{ books, style, year: undefined, isOurs: false, prefix: '' },
  };
  const prefixes: string[] = [];
  let isComment = false;
  /** Whether the file is an export of this ledger, and its closing comment has not been read yet. */
  let isUnended = false;

  const reject = (block: Block, reason: Reason): void => {
    const { number } = headOf(block);
    emit({ kind: 'rejected', line: number, raw: rawOf(block), code: reason.code, message: reason.message });
  };
  const remark = (line: number, code: string, message: string): void => emit({ kind: 'remark', line, code, message });
  const set = (block: Block): void => emit({ kind: 'setting', line: headOf(block).number, raw: rawOf(block) });
  const stop = ({ number, text }: Line, what: string, program = 'hledger'): void =>
    emit({
      kind: 'stop',
      line: number,
      code: 'DIRECTIVE_NOT_SUPPORTED',
      message: `${what} changes how the rest of the file is read, and is not supported (${JSON.stringify(text.slice(0, 80))}). Convert the file with ${program} first: ${program === 'ledger' ? 'ledger -f FILE print' : 'hledger -f FILE print -x'}`,
    });

  const readAccount = (block: Block, rest: string): void => {
    const { number } = headOf(block);
    const { before, comment } = commentOf(rest);
    if (context.isOurs && !/^[^\s;]+$/.test(rest))
      return reject(block, { code: 'NOT_UNDERSTOOD', message: 'In an export, nothing follows the account.' });
    const tags: Tag[] = [...tagsIn(comment)];
    for (const { text, number: at } of block.lines.slice(1)) {
      const line = text.trimStart();
      const told = context.isOurs ? ourTag(text, 'first') : ok(line.startsWith(';') ? tagsIn(line.slice(1)) : []);
      if (refused(told)) return reject(block, inLine(told.left, at));
      tags.push(...told.right);
    }
    const fields = accountFieldsOf(tags, context.isOurs);
    if (refused(fields)) return reject(block, fields.left);
    if (context.isOurs && fields.right.type === undefined)
      return reject(block, {
        code: 'ACCOUNT_TYPE_UNKNOWN',
        message: 'The tag type is missing here: an export has it for every account. Export the journal again.',
      });
    const account = `${context.prefix}${before.trim()}`;
    emit({ kind: 'account', line: number, raw: rawOf(block), account, ...fields.right });
  };

  const readCommodity = (block: Block, rest: string): void => {
    const example = commentOf(rest).before.trim();
    const formats = block.lines.slice(1).flatMap(({ text }) => /^\s+format\s+(.*)$/s.exec(text)?.[1] ?? []);
    for (const text of /\d/.test(example) ? [example] : formats) {
      const learned = learnStyle(commentOf(text).before.trim(), style);
      if (refused(learned)) return reject(block, learned.left);
    }
    set(block);
  };

  const readDirective = (block: Block): void => {
    const head = headOf(block);
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(head.text) ?? [];
    switch (word) {
      case 'account':
        return readAccount(block, rest);
      case 'commodity':
        return readCommodity(block, rest);
      case 'D': {
        const learned = learnStyle(commentOf(rest).before.trim(), style);
        if (refused(learned)) return reject(block, learned.left);
        style.defaultCommodity = learned.right;
        return set(block);
      }
      case 'decimal-mark':
        if (rest.trim() !== '.' && rest.trim() !== ',')
          return stop(head, 'A decimal mark other than a point or a comma');
        style.decimalMark = rest.trim() as '.' | ',';
        return set(block);
      case 'year':
      case 'Y':
        return readYear(block, rest);
      case 'apply':
        return readApply(block, rest);
      case 'end':
        return readEnd(block, rest);
      case 'payee':
      case 'tag':
      case 'N':
        return;
      case 'P':
        return remark(head.number, 'PRICES_LEFT_OUT', 'Market prices (P) are left out: they post nothing.');
      case '~':
        return reject(block, notSupported('Periodic transactions (~) are'));
      case '=':
        return reject(block, notSupported('Automatic postings (=) are'));
      default:
        // The directive Y may be followed by the year without a space, as in Y2026.
        if (/^Y\d+$/.test(word)) return readYear(block, word.slice(1));
        if (/^[!@]?(include|alias)$/.test(word)) return stop(head, word);
        // Directives of ledger-cli that hledger does not support.
        if (wordsOfLedger.has(word.replace(/^[!@]/, ''))) return stop(head, word, 'ledger');
        if (/^[~=]/.test(word)) return reject(block, notSupported('Periodic transactions and automatic postings are'));
        return reject(block, { code: 'NOT_UNDERSTOOD', message: 'This is not a line of an hledger journal.' });
    }
  };

  const readYear = (block: Block, rest: string): void => {
    const year = /^\d{4}$/.exec(commentOf(rest).before.trim())?.[0];
    if (year === undefined) return stop(headOf(block), 'An invalid default year');
    context.year = year;
    set(block);
  };
  const readApply = (block: Block, rest: string): void => {
    const [, what, name = ''] = /^(\S+)\s*(.*)$/s.exec(rest) ?? [];
    if (what === 'year') return readYear(block, name);
    if (what !== 'account' || name === '') return stop(headOf(block), `apply ${what ?? ''}`, 'ledger');
    prefixes.push(context.prefix);
    context.prefix = `${context.prefix}${commentOf(name).before.trim()}:`;
    set(block);
  };
  const readEnd = (block: Block, rest: string): void => {
    if (!/^(apply\s+)?account\b/.test(rest)) return;
    context.prefix = prefixes.pop() ?? '';
    set(block);
  };

  const blocks = createBlocks({
    single: ({ text, number }) => {
      if (number === 1 && ourFirstLine.test(text)) {
        context.isOurs = true;
        isUnended = !text.endsWith(rejectedRows);
        emit(settingOfOurs(text, number));
        return true;
      }
      if (ourLastLine.test(text)) isUnended = false;
      if (!context.isOurs && (ourSecondLine.test(text) || ourLastLine.test(text)))
        emit({ kind: 'stop', line: number, ...firstLineMissing });
      if (isComment) {
        isComment = text.trimEnd() !== 'end comment';
        return true;
      }
      isComment = /^(comment|test)(\s|$)/.test(text);
      return isComment || text.trim() === '' || /^[;#*]/.test(text) || /^\s+;/.test(text);
    },
    block: (block) => {
      const head = headOf(block);
      if (isUnended && block.isAtEnd) return reject(block, cutOffHere);
      const unread = context.isOurs ? undefined : unreadBeginning(block.broken);
      if (unread) return emit(unread);
      if (block.broken) return reject(block, inLine(block.broken, block.broken.line));
      if (/^\s/.test(head.text))
        return reject(block, {
          code: 'NOT_UNDERSTOOD',
          message: 'The line is indented, but no transaction or directive precedes it.',
        });
      if (!/^\d/.test(head.text)) return readDirective(block);
      const transaction = readTransaction(block, context, remark);
      if (refused(transaction)) return reject(block, inLine(transaction.left, transaction.left.line));
      emit(transaction.right);
    },
    end: (lastLine) => {
      if (isUnended) emit({ kind: 'rejected', line: lastLine, raw: '', ...lastLineMissing });
    },
  });
  return refusingReturns(blocks);
};

const wordsOfLedger: ReadonlySet<string> = new Set([
  ...['bucket', 'A', 'capture', 'define', 'def', 'eval', 'expr', 'fixed', 'python', 'value', 'C'],
]);

const notSupported = (what: string): Reason => ({
  code: 'NOT_SUPPORTED',
  message: `${what} not supported. Replace them with the transactions that they generate.`,
});

const inLine = ({ code, message }: Reason, line: number): Reason => ({ code, message: `Line ${line}: ${message}` });
