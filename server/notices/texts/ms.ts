import type { Catalogue, NoticeParams, PaidDebt } from './catalogue.ts'
import { localized } from '../../db/localized.ts'
import { amountIn, asSentence, dayIn } from '../../http/messages/written.ts'
import { returnReasonIn } from '../return-reasons.ts'

const amount = amountIn('ms')
const of = ({ currency }: { currency: string }, value: number) => amount({ currency, amount: value })
const day = dayIn('ms')

/** Where what came in paid a debt first; messages of earlier versions don't say. */
const paid = (p: PaidDebt) => (p.paidDebt ? ` ${of(p, p.paidDebt)} daripadanya membayar hutang anda.` : '')

const owes = (p: NoticeParams['money_taken_back']) =>
  p.owed === 0
    ? ''
    : p.pending
      ? ` Anda berhutang ${of(p, p.owed)} daripadanya. ${of(p, p.pending)} daripada hutang itu masih menunggu dituntut, dan menuntutnya membayar hutang itu.` +
        (p.owed === p.pending ? '' : ' Wang lain yang masuk ke dompet itu membayar bakinya dahulu.')
      : ` Tidak semuanya masih ada dalam dompet itu, jadi anda berhutang ${of(p, p.owed)}. Wang yang masuk selepas ini ke dompet itu membayarnya dahulu.`

const growth = (p: NoticeParams['money_taken_back']) =>
  p.growth === undefined ? '' : ` Bersamanya ${p.growth} mata tahap turut diambil semula. Tahap anda kekal.`

const refunded = (p: NoticeParams['money_taken_back']) =>
  p.refunded === undefined
    ? ''
    : (p.refunded.recharge.amount === 0
        ? ''
        : ` Bagi pesanan yang telah dibatalkan, ${of(p, p.refunded.recharge.amount)} lagi telah dikembalikan ke dompet tambah nilai anda.${paid({ ...p, ...p.refunded.recharge })}`) +
      (p.refunded.income.amount === 0
        ? ''
        : ` Bagi pesanan yang telah dibatalkan, ${of(p, p.refunded.income.amount)} lagi telah dikembalikan ke dompet pendapatan anda.${paid({ ...p, ...p.refunded.income })}`)

export const ms: Catalogue = {
  topup_received: (p) => ({
    title: 'Tambah nilai diterima',
    line: `${amount(p)} telah masuk ke dompet tambah nilai anda.${paid(p)}`,
    push: 'Ia telah masuk ke dompet tambah nilai anda.',
  }),
  topup_under_review: (p) => ({
    title: 'Bayaran sedang disemak',
    line: `Kami menerima laporan bayaran ${amount(p)} untuk anda. Kami menyemak bayaran besar sebelum mengkreditkannya dan akan memaklumkan hasilnya.`,
    push: 'Bayaran besar sedang disemak sebelum dikreditkan.',
  }),
  topup_declined: (p) => ({
    title: 'Bayaran tidak dikreditkan',
    line: `${amount(p)} tidak dikreditkan ke dompet anda: ${p.reason}`,
    push: 'Buka aplikasi untuk melihat sebabnya.',
  }),
  money_taken_back: (p) => ({
    title: 'Wang diambil semula',
    line: `${amount(p)} diambil semula daripada anda: ${asSentence(p.reason)}` + owes(p) + growth(p) + refunded(p),
    push: 'Buka dompet anda untuk melihat sebabnya.',
  }),
  money_given_back: (p) => ({
    title: 'Wang dikembalikan',
    line: `${amount(p)} yang diambil semula daripada anda telah kembali ke dompet tambah nilai anda: ${asSentence(p.reason)}${paid(p)}`,
    push: 'Buka dompet anda untuk melihat sebabnya.',
  }),
  order_paid: (p) => ({
    title: 'Pesanan dibayar',
    line: `${p.quantity} unit ${p.product} kini milik anda dan mula menjana pendapatan.`,
    push: `Unit ${p.product} kini milik anda dan mula menjana pendapatan.`,
  }),
  order_cancelled: (p) => ({
    title: 'Pesanan dibatalkan',
    line:
      p.amount === 0
        ? `Pesanan anda untuk ${p.product} telah dibatalkan. Tiada wang yang perlu dikembalikan.`
        : `${amount(p)} untuk ${p.product} telah dikembalikan ke dompet asalnya.${paid(p)}`,
    push: p.amount === 0 ? 'Tiada wang yang perlu dikembalikan.' : 'Bayaran telah dikembalikan ke dompet asalnya.',
  }),
  income_settled: (p) => ({
    title: 'Pendapatan diagihkan',
    line:
      p.paidOn === undefined
        ? p.hasEnded
          ? `Unit yang tempohnya tamat pada ${day(p.day)} menjana ${amount(p)} sejak kali terakhir diagihkan. Sedia untuk dituntut.`
          : `Mesin anda menjana ${amount(p)} pada ${day(p.day)}. Sedia untuk dituntut.`
        : p.hasEnded
          ? `Unit yang tempohnya sudah tamat menjana ${amount(p)} sejak kali terakhir diagihkan. Diagihkan pada ${day(p.paidOn)}. Sedia untuk dituntut.`
          : `Pendapatan ${amount(p)} daripada mesin anda diagihkan pada ${day(p.paidOn)}. Sedia untuk dituntut.`,
    push: 'Mesin anda telah menjana pendapatan. Sedia untuk dituntut.',
  }),
  points_order_shipped: (p) => ({
    title: 'Bungkusan dihantar',
    line: `${localized('ms', p.goods)} telah dihantar.`,
  }),
  points_order_refunded: (p) => ({
    title: 'Mata ganjaran dipulangkan',
    line: `${p.points} syiling emas untuk ${localized('ms', p.goods)} telah dipulangkan kepada anda.`,
    push: 'Syiling emas telah dipulangkan kepada anda.',
  }),
  machine_stopped: (p) => ({
    title: 'Mesin berhenti',
    line: `${p.product} dijeda atau rosak. Ia tidak menjana apa-apa sehingga beroperasi semula.`,
  }),
  machine_running: (p) => ({
    title: 'Mesin beroperasi semula',
    line: `${p.product} beroperasi semula dan menjana pendapatan.`,
  }),
  machine_closed: (p) => ({
    title: 'Mesin ditutup',
    line:
      `${p.product} ditutup buat selama-lamanya, dan unitnya telah tamat.` +
      (p.ended === 0 ? '' : ' Pendapatannya sehingga saat itu diagihkan dalam masa dua jam.') +
      (p.amount === 0 ? '' : ` ${amount(p)} telah dikembalikan ke dompet asalnya.${paid(p)}`) +
      ` Sebab: ${p.reason}`,
    push: 'Mesin yang unitnya anda miliki ditutup buat selama-lamanya. Buka aplikasi untuk melihat sebabnya dan apa yang anda terima kembali.',
  }),
  unit_expired: (p) => ({
    title: 'Tempoh tamat',
    line: `${p.units} unit ${p.product} anda telah sampai ke penghujung tempohnya. Pendapatan terakhirnya telah diagihkan.`,
    push: `Unit ${p.product} anda telah sampai ke penghujung tempohnya. Pendapatan terakhirnya telah diagihkan.`,
  }),
  deposit_matured: (p) => ({
    title: 'Deposit matang',
    line: `${amount(p)} sudah kembali ke dompet asalnya, dan faedah ${of(p, p.interest)} telah masuk ke dompet pendapatan anda.${paid(p)}`,
    push: 'Wang dan faedahnya telah masuk ke dompet anda.',
  }),
  withdrawal_requested: (p) => ({
    title: 'Pengeluaran dipohon',
    line: `${amount(p)} ke ${p.card} sedang disemak.`,
    push: 'Permohonan anda sedang disemak.',
  }),
  withdrawal_approved: (p) => ({
    title: 'Pengeluaran diluluskan',
    line: `${amount(p)} akan dihantar ke ${p.card} selepas ini.`,
    push: 'Wang akan dihantar selepas ini.',
  }),
  withdrawal_sent: (p) => ({
    title: 'Pengeluaran dihantar',
    line: `${amount(p)} telah dihantar ke ${p.card}.`,
    push: 'Bank sedang menghantarnya ke kad anda.',
  }),
  withdrawal_arrived: (p) => ({
    title: 'Pengeluaran tiba',
    line: `${amount(p)} telah tiba di ${p.card}.`,
    push: 'Telah tiba di kad anda.',
  }),
  withdrawal_returned: (p) => ({
    title: 'Pengeluaran dikembalikan',
    line: `Jumlah penuh, ${amount(p)}, telah kembali ke dompet pendapatan anda: ${returnReasonIn('ms', p.reason)}${paid(p)}`,
    push: 'Jumlah penuh telah kembali ke dompet pendapatan anda.',
  }),
  contract_approved: (p) => ({
    title: 'Kontrak diluluskan',
    line: `Kontrak anda telah disemak dan diluluskan.${p.firstPaidOn ? ` Minggu pertama yang dibayar menurut kontrak ini bermula pada ${day(p.firstPaidOn)}.` : ''}`,
  }),
  contract_returned: (p) => ({
    title: 'Kontrak dikembalikan',
    line: `Kontrak anda telah disemak dan dikembalikan: ${p.remark}`,
    push: 'Kontrak anda telah disemak dan dikembalikan.',
  }),
  contract_ended: (p) => ({
    title: 'Tamat kontrak anda',
    line: [
      `Hari terakhir kontrak anda ialah ${day(p.day)}.`,
      p.isPaid === false
        ? 'Tiada minggu penuh sebelum hari itu, jadi tiada apa-apa dibayar.'
        : 'Setiap minggu penuh sehingga hari itu dibayar.',
      p.nextOn ? `Kemas kini yang telah diluluskan dibayar mulai ${day(p.nextOn)}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  pool_won: (p) => ({
    title: 'Bahagian daripada tabung hadiah',
    line: `${p.points} syiling emas daripada pusingan yang ditutup sedia untuk dituntut.`,
    push: 'Bahagian anda daripada tabung hadiah sedia untuk dituntut.',
  }),
  pay_ready: (p) => ({
    title: 'Gaji sedia untuk dituntut',
    line: `Gaji anda ${amount(p)} sedia untuk dituntut.`,
    push: 'Gaji anda sedia untuk dituntut.',
  }),
  phone_changed: (p) => ({
    title: 'Nombor telefon ditukar',
    line: `Anda kini log masuk dengan ${p.phone}. Jika bukan anda, hubungi khidmat pelanggan segera.`,
    push: 'Anda kini log masuk dengan nombor lain.',
  }),
  new_device: () => ({
    title: 'Peranti baharu',
    line: 'Ada log masuk ke akaun anda pada peranti baharu. Jika itu bukan anda, log keluar peranti itu dalam aplikasi dan tukar kata laluan dengan segera.',
    push: 'Ada log masuk ke akaun anda pada peranti baharu.',
  }),
  password_changed: () => ({
    title: 'Kata laluan ditukar',
    line: 'Kata laluan log masuk anda telah ditukar. Jika itu bukan anda, tetapkan semula kata laluan dengan kod dan hubungi khidmat pelanggan dengan segera.',
    push: 'Kata laluan log masuk anda telah ditukar.',
  }),
  transaction_password_changed: () => ({
    title: 'Kata laluan transaksi ditukar',
    line: 'Kata laluan transaksi anda telah ditetapkan atau ditukar. Jika itu bukan anda, tetapkan semula kata laluan dengan kod dan hubungi khidmat pelanggan dengan segera.',
    push: 'Kata laluan transaksi anda telah ditetapkan atau ditukar.',
  }),
  card_added: () => ({
    title: 'Kad ditambah',
    line: 'Kad bank telah ditambah pada akaun anda. Jika itu bukan anda, tetapkan semula kata laluan dengan kod dan hubungi khidmat pelanggan dengan segera.',
    push: 'Kad bank telah ditambah pada akaun anda.',
  }),
  card_billed: (p) => ({
    title: 'Bil kad',
    line: p.isFee
      ? `Fi tahunan ${amount(p)} untuk kad anda ${p.card} perlu dibayar selewat-lewatnya pada ${day(p.day)}. Anda boleh membayarnya daripada dompet.`
      : `Bil ${amount(p)} untuk kad anda ${p.card} perlu dibayar selewat-lewatnya pada ${day(p.day)}. Anda boleh membayarnya daripada dompet.${p.what ? ` Tujuan: ${p.what}.` : ''}`,
    push: 'Ada bil kad yang perlu dibayar.',
  }),
  card_bill_waived: (p) => ({
    title: 'Bil kad dikecualikan',
    line: p.isFee
      ? `Anda tidak perlu lagi membayar fi tahunan ${amount(p)} untuk kad anda ${p.card}: ${p.reason}`
      : `Anda tidak perlu lagi membayar bil ${amount(p)} untuk kad anda ${p.card}${p.what ? ` (${p.what})` : ''}: ${p.reason}`,
    push: 'Ada bil kad yang tidak perlu anda bayar lagi. Buka aplikasi untuk melihat sebabnya.',
  }),
  card_fee_raised: (p) => ({
    title: 'Fi tahunan kad anda',
    line: `Kad anda ${p.card} dikenakan fi ${amount(p)} setahun mulai ${day(p.day)}. Jika anda tidak mahu membayarnya, buang kad itu sebelum tarikh tersebut: fi ini tidak akan dibilkan.`,
    push: 'Fi tahunan kad anda naik.',
  }),
  passkey_added: () => ({
    title: 'Kunci laluan ditambah',
    line: 'Kunci laluan telah ditambah pada akaun anda. Jika itu bukan anda, tetapkan semula kata laluan dengan kod dan hubungi khidmat pelanggan dengan segera.',
    push: 'Kunci laluan telah ditambah pada akaun anda.',
  }),
  level_reached: (p) => ({
    title: 'Tahap dicapai',
    line: `Anda mencapai tahap ${p.level}. Anda mendapat ${p.points} syiling emas.`,
    push: 'Anda mencapai tahap baharu dan mendapat syiling emas.',
  }),
  invited_registered: (p) => ({
    title: 'Seseorang menyertai dengan kod anda',
    line: `${p.name} telah mendaftar. ${p.goldCoins} syiling emas sedia untuk dituntut.`,
    push: 'Syiling emas anda sedia untuk dituntut.',
  }),
  article_published: (p) => ({ title: 'Berita', line: localized('ms', p.titles) }),
  server_restored: (p) => ({
    title: 'Pelayan dipulihkan',
    line: `Pelayan kami dipulihkan kepada keadaan pada ${day(p.day)} pukul ${p.time} UTC. Apa yang anda buat selepas itu mungkin hilang. Semak dompet, pesanan dan pengeluaran anda.`,
    push: 'Sesuatu yang baru anda buat mungkin hilang. Buka aplikasi untuk menyemak.',
  }),
  terms_changed: (p) => ({ title: 'Terma telah berubah', line: `Baca apa yang baharu: ${localized('ms', p.titles)}` }),
}
