import { pluralIn } from '../../plural.ts'
import type { Catalogue, NoticeParams, PaidDebt } from './catalogue.ts'
import { localized } from '../../db/localized.ts'
import { amountIn, asSentence, dayIn } from '../../http/messages/written.ts'
import { returnReasonIn } from '../return-reasons.ts'

const amount = amountIn('ar')
const of = ({ currency }: { currency: string }, value: number) => amount({ currency, amount: value })
const day = dayIn('ar')
const plural = pluralIn('ar')
const units = (count: number) =>
  plural(count, { one: 'وحدة واحدة', two: 'وحدتين', few: `${count} وحدات`, other: `${count} وحدة` })
const coins = (count: number) =>
  plural(count, {
    one: 'عملة ذهبية واحدة',
    two: 'عملتين ذهبيتين',
    few: `${count} عملات ذهبية`,
    other: `${count} عملة ذهبية`,
  })
const points = (count: number) =>
  plural(count, {
    one: 'نقطة نمو واحدة',
    two: 'نقطتا نمو',
    few: `${count} نقاط نمو`,
    other: `${count} نقطة نمو`,
  })

/** Names, numbers and the operator's texts keep their own writing direction within the Arabic sentence. */
const isolated = (words: string) => `\u2068${words}\u2069`

/** Where what came in paid a debt first; messages of earlier versions don't say. */
const paid = (p: PaidDebt) => (p.paidDebt ? ` سُدّد منه ${of(p, p.paidDebt)} مما عليك.` : '')

const owes = (p: NoticeParams['money_taken_back']) =>
  p.owed === 0
    ? ''
    : p.pending
      ? ` عليك منه ${of(p, p.owed)}. ما زال ${of(p, p.pending)} من ذلك بانتظار أن تستلمه، واستلامه يسدّده.` +
        (p.owed === p.pending ? '' : ' ما يدخل تلك المحفظة غير ذلك يسدّد الباقي أولًا.')
      : ` لم يعد كله في تلك المحفظة، لذا عليك ${of(p, p.owed)}. ما يدخل تلك المحفظة لاحقًا يسدّده أولًا.`

const growth = (p: NoticeParams['money_taken_back']) =>
  p.growth === undefined ? '' : ` واستُرجعت معه ${points(p.growth)}. يبقى مستواك كما هو.`

const refunded = (p: NoticeParams['money_taken_back']) =>
  p.refunded === undefined
    ? ''
    : (p.refunded.recharge.amount === 0
        ? ''
        : ` عمّا أُلغي من الطلبات سابقًا، عاد أيضًا ${of(p, p.refunded.recharge.amount)} إلى محفظة التعبئة.${paid({ ...p, ...p.refunded.recharge })}`) +
      (p.refunded.income.amount === 0
        ? ''
        : ` عمّا أُلغي من الطلبات سابقًا، عاد أيضًا ${of(p, p.refunded.income.amount)} إلى محفظة دخلك.${paid({ ...p, ...p.refunded.income })}`)

export const ar: Catalogue = {
  topup_received: (p) => ({
    title: 'وصلت التعبئة',
    line: `دخل ${amount(p)} محفظة التعبئة.${paid(p)}`,
    push: 'دخل المبلغ محفظة التعبئة.',
  }),
  topup_under_review: (p) => ({
    title: 'دفعة قيد المراجعة',
    line: `أُبلغنا بدفعة لك بقيمة ${amount(p)}. نراجع الدفعات الكبيرة قبل إضافتها ونخبرك بالنتيجة.`,
    push: 'دفعة كبيرة قيد المراجعة قبل إضافتها.',
  }),
  topup_declined: (p) => ({
    title: 'لم تُضف الدفعة',
    line: `لم تُضف ${amount(p)} إلى محفظتك: ${isolated(p.reason)}`,
    push: 'افتح التطبيق لمعرفة السبب.',
  }),
  money_taken_back: (p) => ({
    title: 'استُرجع مبلغ',
    line: `استُرجع منك ${amount(p)}: ${isolated(asSentence(p.reason))}` + owes(p) + growth(p) + refunded(p),
    push: 'افتح محفظتك لترى السبب.',
  }),
  money_given_back: (p) => ({
    title: 'أُعيد مبلغ إليك',
    line: `عاد إلى محفظة التعبئة ${amount(p)} كان قد استُرجع منك: ${isolated(asSentence(p.reason))}${paid(p)}`,
    push: 'افتح محفظتك لترى السبب.',
  }),
  order_paid: (p) => ({
    title: 'دُفع الطلب',
    line: `أصبحت تملك ${units(p.quantity)} من ${isolated(p.product)}، وهي تدرّ الدخل من الآن.`,
    push: `أصبحت تملك وحدات من ${isolated(p.product)}، وهي تدرّ الدخل من الآن.`,
  }),
  order_cancelled: (p) => ({
    title: 'أُلغي الطلب',
    line:
      p.amount === 0
        ? `أُلغي طلبك لـ${isolated(p.product)}، وليس هناك مبلغ يعود.`
        : `عاد ${amount(p)} مقابل ${isolated(p.product)} إلى المحفظة التي دُفع منها.${paid(p)}`,
    push: p.amount === 0 ? 'ليس هناك مبلغ يعود.' : 'عاد المبلغ إلى المحفظة التي دُفع منها.',
  }),
  income_settled: (p) => ({
    title: 'سُوّي الدخل',
    line:
      p.paidOn === undefined
        ? p.hasEnded
          ? `كسبت لك وحداتك التي انتهت مدتها في ${day(p.day)} مبلغ ${amount(p)} منذ آخر تسوية. جاهز للاستلام.`
          : `كسبت لك آلاتك ${amount(p)} في ${day(p.day)}. جاهز للاستلام.`
        : p.hasEnded
          ? `كسبت لك وحداتك التي انتهت مدتها ${amount(p)} منذ آخر تسوية، وسُوّي المبلغ في ${day(p.paidOn)}. جاهز للاستلام.`
          : `سُوّي دخل آلاتك البالغ ${amount(p)} في ${day(p.paidOn)}. جاهز للاستلام.`,
    push: 'كسبت آلاتك دخلًا. جاهز للاستلام.',
  }),
  points_order_shipped: (p) => ({ title: 'أُرسل الطرد', line: `أُرسل الطرد: ${isolated(localized('ar', p.goods))}.` }),
  points_order_refunded: (p) => ({
    title: 'أُعيدت النقاط',
    line: `استعدت ${coins(p.points)} مقابل ${isolated(localized('ar', p.goods))}.`,
    push: 'عادت إليك عملاتك الذهبية.',
  }),
  machine_stopped: (p) => ({
    title: 'توقفت الآلة',
    line: `${isolated(p.product)} متوقفة مؤقتًا أو معطّلة، ولا تكسب شيئًا حتى تعمل من جديد.`,
  }),
  machine_running: (p) => ({ title: 'الآلة تعمل من جديد', line: `${isolated(p.product)} تعمل من جديد وتكسب.` }),
  machine_closed: (p) => ({
    title: 'أُغلقت الآلة',
    line:
      `أُغلقت ${isolated(p.product)} نهائيًا وانتهت وحداتها.` +
      (p.ended === 0 ? '' : ' يُسوّى ما كسبته حتى ذلك الحين خلال ساعتين.') +
      (p.amount === 0 ? '' : ` عاد ${amount(p)} إلى المحفظة التي دُفع منها.${paid(p)}`) +
      ` السبب: ${isolated(p.reason)}`,
    push: 'أُغلقت نهائيًا آلة لديك وحدات منها. افتح التطبيق لتعرف السبب وما يعود إليك.',
  }),
  unit_expired: (p) => ({
    title: 'انتهت المدة',
    line: `انتهت مدة ${units(p.units)} لديك من ${isolated(p.product)}، وسُوّي آخر دخل لها.`,
    push: `انتهت مدة وحداتك من ${isolated(p.product)}، وسُوّي آخر دخل لها.`,
  }),
  deposit_matured: (p) => ({
    title: 'استحقت الوديعة',
    line: `عاد ${amount(p)} إلى المحفظة التي جاء منها، وأُضيفت فائدة قدرها ${of(p, p.interest)} إلى محفظة دخلك.${paid(p)}`,
    push: 'عاد أصل الوديعة وأُضيفت فائدتها إلى محافظك.',
  }),
  withdrawal_requested: (p) => ({
    title: 'طُلب السحب',
    line: `تجري مراجعة سحب ${amount(p)} إلى ${isolated(p.card)}.`,
    push: 'تجري مراجعة طلبك.',
  }),
  withdrawal_approved: (p) => ({
    title: 'تمت الموافقة على السحب',
    line: `الخطوة التالية: إرسال ${amount(p)} إلى ${isolated(p.card)}.`,
    push: 'الخطوة التالية: إرسال المبلغ.',
  }),
  withdrawal_sent: (p) => ({
    title: 'أُرسل السحب',
    line: `${amount(p)} في طريقه إلى ${isolated(p.card)}.`,
    push: 'المبلغ في طريقه إلى بطاقتك.',
  }),
  withdrawal_arrived: (p) => ({
    title: 'وصل السحب',
    line: `وصل ${amount(p)} إلى ${isolated(p.card)}.`,
    push: 'وصل المبلغ إلى بطاقتك.',
  }),
  withdrawal_returned: (p) => ({
    title: 'أُعيد السحب',
    line: `عاد المبلغ كاملًا، ${amount(p)}، إلى محفظة دخلك: ${isolated(returnReasonIn('ar', p.reason))}${paid(p)}`,
    push: 'عاد المبلغ كاملًا إلى محفظة دخلك.',
  }),
  contract_approved: (p) => ({
    title: 'تمت الموافقة على العقد',
    line: `رُوجع عقدك وتمت الموافقة عليه.${p.firstPaidOn ? ` يبدأ أول أسبوع مدفوع الأجر بموجبه في ${day(p.firstPaidOn)}.` : ''}`,
  }),
  contract_returned: (p) => ({
    title: 'أُعيد العقد',
    line: `رُوجع عقدك وأُعيد: ${isolated(p.remark)}`,
    push: 'رُوجع عقدك وأُعيد.',
  }),
  contract_ended: (p) => ({
    title: 'نهاية عقدك',
    line: [
      `آخر يوم في عقدك هو ${day(p.day)}.`,
      p.isPaid === false
        ? 'لا يوجد أسبوع كامل قبله، لذلك لا يُدفع أجر أي أسبوع.'
        : 'كل أسبوع كامل حتى ذلك اليوم مدفوع الأجر.',
      p.nextOn ? `يُدفع أجر التحديث الموافق عليه ابتداءً من ${day(p.nextOn)}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  pool_won: (p) => ({
    title: 'نصيب من صندوق الجوائز',
    line: `${plural(p.points, { one: 'عملة ذهبية واحدة', two: 'عملتان ذهبيتان', few: `${p.points} عملات ذهبية`, other: `${p.points} عملة ذهبية` })} من الجولة المغلقة، جاهزة للاستلام.`,
    push: 'نصيبك من صندوق الجوائز جاهز للاستلام.',
  }),
  pay_ready: (p) => ({
    title: 'الراتب جاهز للاستلام',
    line: `راتبك ${amount(p)} جاهز للاستلام.`,
    push: 'راتبك جاهز للاستلام.',
  }),
  phone_changed: (p) => ({
    title: 'تغيّر رقم الهاتف',
    line: `تسجّل الدخول الآن بالرقم ${isolated(p.phone)}. إن لم تكن أنت، فاتصل بخدمة العملاء فورًا.`,
    push: 'تسجّل الدخول الآن برقم آخر.',
  }),
  new_device: () => ({
    title: 'جهاز جديد',
    line: 'سُجّل الدخول إلى حسابك على جهاز جديد. إن لم تكن أنت، فسجّل الخروج من ذلك الجهاز في التطبيق وغيّر كلمة المرور فورًا.',
    push: 'سُجّل الدخول إلى حسابك على جهاز جديد.',
  }),
  password_changed: () => ({
    title: 'تغيّرت كلمة المرور',
    line: 'تغيّرت كلمة مرور الدخول. إن لم تكن أنت، فأعد تعيين كلمة المرور برمز فورًا واتصل بخدمة العملاء.',
    push: 'تغيّرت كلمة مرور الدخول.',
  }),
  transaction_password_changed: () => ({
    title: 'تغيّرت كلمة مرور المعاملات',
    line: 'عُيّنت كلمة مرور المعاملات أو تغيّرت. إن لم تكن أنت، فأعد تعيين كلمة المرور برمز فورًا واتصل بخدمة العملاء.',
    push: 'عُيّنت كلمة مرور المعاملات أو تغيّرت.',
  }),
  card_added: () => ({
    title: 'أُضيفت بطاقة',
    line: 'أُضيفت بطاقة بنكية إلى حسابك. إن لم تكن أنت، فأعد تعيين كلمة المرور برمز فورًا واتصل بخدمة العملاء.',
    push: 'أُضيفت بطاقة بنكية إلى حسابك.',
  }),
  card_billed: (p) => ({
    title: 'فاتورة بطاقة',
    line: p.isFee
      ? `الرسم السنوي البالغ ${amount(p)} لبطاقتك ${isolated(p.card)} يستحق في ${day(p.day)}. يمكنك دفعه من محفظة.`
      : `فاتورة بمبلغ ${amount(p)} على بطاقتك ${isolated(p.card)} تستحق في ${day(p.day)}. يمكنك دفعها من محفظة.${p.what ? ` وهي مقابل: ${isolated(p.what)}.` : ''}`,
    push: 'لديك فاتورة بطاقة للدفع.',
  }),
  card_bill_waived: (p) => ({
    title: 'أُعفيت من فاتورة بطاقة',
    line: p.isFee
      ? `لم يعد عليك دفع الرسم السنوي البالغ ${amount(p)} لبطاقتك ${p.card}: ${isolated(p.reason)}`
      : `لم يعد عليك دفع فاتورة بطاقتك ${p.card} بمبلغ ${amount(p)}${p.what ? ` (${isolated(p.what)})` : ''}: ${isolated(p.reason)}`,
    push: 'لم يعد عليك دفع إحدى فواتير بطاقتك. افتح التطبيق لمعرفة السبب.',
  }),
  card_fee_raised: (p) => ({
    title: 'الرسم السنوي لبطاقتك',
    line: `تكلّف بطاقتك ${isolated(p.card)} مبلغ ${amount(p)} سنويًا ابتداءً من ${day(p.day)}. إن لم ترد دفعه فأزل البطاقة قبل ذلك، فلا يُحتسب عليك هذا الرسم.`,
    push: 'ارتفع الرسم السنوي لبطاقتك.',
  }),
  passkey_added: () => ({
    title: 'أُضيف مفتاح مرور',
    line: 'أُضيف مفتاح مرور إلى حسابك. إن لم تكن أنت، فأعد تعيين كلمة المرور برمز فورًا واتصل بخدمة العملاء.',
    push: 'أُضيف مفتاح مرور إلى حسابك.',
  }),
  level_reached: (p) => ({
    title: 'بلغت مستوى جديدًا',
    line: `بلغت المستوى ${p.level}، وحصلت على ${coins(p.points)}.`,
    push: 'بلغت مستوى جديدًا وحصلت على عملات ذهبية.',
  }),
  invited_registered: (p) => ({
    title: 'انضم شخص برمزك',
    line: `أنشأ ${isolated(p.name)} حسابًا. يمكنك استلام ${coins(p.goldCoins)}.`,
    push: 'عملاتك الذهبية جاهزة للاستلام.',
  }),
  article_published: (p) => ({ title: 'أخبار', line: localized('ar', p.titles) }),
  server_restored: (p) => ({
    title: 'استُعيد الخادم',
    line: `استعدنا خادمنا إلى ما كان عليه في ${day(p.day)} الساعة ${p.time} بالتوقيت العالمي. قد يكون ما فعلته بعد ذلك مفقودًا. تحقق من محافظك وطلباتك وعمليات السحب.`,
    push: 'قد يكون شيء فعلته مؤخرًا مفقودًا. افتح التطبيق للتحقق.',
  }),
  terms_changed: (p) => ({ title: 'تغيّرت الشروط', line: `اقرأ الجديد: ${isolated(localized('ar', p.titles))}` }),
}
