import { encode as toBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64'
import type MimeNode from 'nodemailer/lib/mime-node'
import { encode as toQuotedPrintable, wrap as wrapQuotedPrintable } from 'nodemailer/lib/qp'

/**
 * A message as nodemailer streams it, in one piece: with its headers, encodings and boundaries, but without a dozen streams
 * and as many writes to the socket for each email. All content must be in memory, as that of our emails is.
 */
export function wholeMessage(node: MimeNode): string {
  const head = `${node.buildHeaders()}\r\n\r\n`
  if (!node.multipart) return head + encoded(node)
  const parts = node.childNodes.map((child) => `--${node.boundary}\r\n${wholeMessage(child)}\r\n`)
  return `${head}${parts.join('')}--${node.boundary}--\r\n`
}

function encoded(node: MimeNode): string {
  const { content } = node
  if (typeof content !== 'string' && !Buffer.isBuffer(content)) throw new Error('Content of an email is not in memory')
  switch (node.getTransferEncoding()) {
    case 'base64':
      return wrapBase64(toBase64(content))
    case 'quoted-printable':
      return wrapQuotedPrintable(toQuotedPrintable(content))
    default:
      return content.toString()
  }
}
