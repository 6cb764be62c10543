import type { Catalogue, NoticeParams, PaidDebt } from './catalogue.ts'
import { localized } from '../../db/localized.ts'
import { amountIn, asSentence, dayIn } from '../../http/messages/written.ts'
import { returnReasonIn } from '../return-reasons.ts'

const amount = amountIn('zh-Hans')
const of = ({ currency }: { currency: string }, value: number) => amount({ currency, amount: value })
const day = dayIn('zh-Hans')

/** Where what came in paid a debt first; messages of earlier versions don't say. */
const paid = (p: PaidDebt) => (p.paidDebt ? `其中 ${of(p, p.paidDebt)} 用于偿还你的欠款。` : '')

const owes = (p: NoticeParams['money_taken_back']) =>
  p.owed === 0
    ? ''
    : p.pending
      ? ` 因此你欠 ${of(p, p.owed)}。欠款中有 ${of(p, p.pending)} 仍待领取，领取后会用来偿还。` +
        (p.owed === p.pending ? '' : '其他进入该钱包的钱会先偿还其余部分。')
      : ` 这笔钱已不全在该钱包中，因此你欠 ${of(p, p.owed)}。之后进入该钱包的钱会先用来偿还。`

const growth = (p: NoticeParams['money_taken_back']) =>
  p.growth === undefined ? '' : ` 同时收回 ${p.growth} 点成长值，你的等级不变。`

const refunded = (p: NoticeParams['money_taken_back']) =>
  p.refunded === undefined
    ? ''
    : (p.refunded.recharge.amount === 0
        ? ''
        : ` 之前已取消的订单，另有 ${of(p, p.refunded.recharge.amount)} 已退回你的充值钱包。${paid({ ...p, ...p.refunded.recharge })}`) +
      (p.refunded.income.amount === 0
        ? ''
        : ` 之前已取消的订单，另有 ${of(p, p.refunded.income.amount)} 已退回你的收益钱包。${paid({ ...p, ...p.refunded.income })}`)

export const zhHans: Catalogue = {
  topup_received: (p) => ({
    title: '充值已到账',
    line: `${amount(p)} 已存入你的充值钱包。${paid(p)}`,
    push: '已存入你的充值钱包。',
  }),
  topup_under_review: (p) => ({
    title: '付款审核中',
    line: `我们收到通知，有一笔 ${amount(p)} 付给你。大额付款入账前由我们审核，结果会通知你。`,
    push: '一笔大额付款在入账前正在审核。',
  }),
  topup_declined: (p) => ({
    title: '付款未入账',
    line: `${amount(p)} 未计入你的钱包：${p.reason}`,
    push: '打开应用查看原因。',
  }),
  money_taken_back: (p) => ({
    title: '款项已收回',
    line: `已从你的钱包收回 ${amount(p)}：${asSentence(p.reason, '。')}` + owes(p) + growth(p) + refunded(p),
    push: '打开钱包查看原因。',
  }),
  money_given_back: (p) => ({
    title: '款项已退还',
    line: `之前从你的钱包收回的 ${amount(p)} 已退回充值钱包：${asSentence(p.reason, '。')}${paid(p)}`,
    push: '打开钱包查看原因。',
  }),
  order_paid: (p) => ({
    title: '订单已支付',
    line: `${p.quantity} 份 ${p.product} 已归你所有，从现在开始产生收益。`,
    push: `${p.product} 的份额已归你所有，从现在开始产生收益。`,
  }),
  order_cancelled: (p) => ({
    title: '订单已取消',
    line:
      p.amount === 0
        ? `你的 ${p.product} 订单已取消，没有需要退回的款项。`
        : `${p.product} 的 ${amount(p)} 已退回原钱包。${paid(p)}`,
    push: p.amount === 0 ? '没有需要退回的款项。' : '款项已退回原钱包。',
  }),
  income_settled: (p) => ({
    title: '收益已结算',
    line:
      p.paidOn === undefined
        ? p.hasEnded
          ? `在${day(p.day)}到期的份额自上次结算以来为你赚取 ${amount(p)}，可以领取了。`
          : `你的机器在${day(p.day)}为你赚取 ${amount(p)}，可以领取了。`
        : p.hasEnded
          ? `已到期的份额自上次结算以来为你赚取 ${amount(p)}，已于${day(p.paidOn)}结算，可以领取了。`
          : `你的机器的收益 ${amount(p)} 已于${day(p.paidOn)}结算，可以领取了。`,
    push: '你的机器有新收益，可以领取了。',
  }),
  points_order_shipped: (p) => ({ title: '包裹已发货', line: `${localized('zh-Hans', p.goods)} 已发货。` }),
  points_order_refunded: (p) => ({
    title: '积分已退还',
    line: `${localized('zh-Hans', p.goods)} 的 ${p.points} 枚金币已退还给你。`,
    push: '金币已退还给你。',
  }),
  machine_stopped: (p) => ({ title: '机器已停止', line: `${p.product} 已暂停或出现故障，恢复运行前不产生收益。` }),
  machine_running: (p) => ({ title: '机器已恢复运行', line: `${p.product} 已恢复运行，继续产生收益。` }),
  machine_closed: (p) => ({
    title: '机器已关停',
    line:
      `${p.product} 已永久关停，其份额已终止。` +
      (p.ended === 0 ? '' : '截至那时的收益将在两小时内结算。') +
      (p.amount === 0 ? '' : `${amount(p)} 已退回原钱包。${paid(p)}`) +
      `原因：${p.reason}`,
    push: '你持有份额的一台机器已永久关停。打开应用查看原因和退回的款项。',
  }),
  unit_expired: (p) => ({
    title: '份额已到期',
    line: `你的 ${p.units} 份 ${p.product} 已到期，最后一笔收益已结算。`,
    push: `你的 ${p.product} 份额已到期，最后一笔收益已结算。`,
  }),
  deposit_matured: (p) => ({
    title: '定期存款到期',
    line: `${amount(p)} 已退回原钱包，利息 ${of(p, p.interest)} 已存入你的收益钱包。${paid(p)}`,
    push: '本金和利息已存入你的钱包。',
  }),
  withdrawal_requested: (p) => ({
    title: '已申请提现',
    line: `提现到 ${p.card} 的 ${amount(p)} 正在审核。`,
    push: '你的申请正在审核。',
  }),
  withdrawal_approved: (p) => ({
    title: '提现已批准',
    line: `提现到 ${p.card} 的 ${amount(p)} 即将汇出。`,
    push: '即将汇出。',
  }),
  withdrawal_sent: (p) => ({
    title: '提现已汇出',
    line: `${amount(p)} 已汇往 ${p.card}。`,
    push: '银行正在转入你的卡。',
  }),
  withdrawal_arrived: (p) => ({
    title: '提现已到账',
    line: `${amount(p)} 已到达 ${p.card}。`,
    push: '款项已到达你的银行卡。',
  }),
  withdrawal_returned: (p) => ({
    title: '提现已退回',
    line: `全额 ${amount(p)} 已退回你的收益钱包：${returnReasonIn('zh-Hans', p.reason)}${paid(p)}`,
    push: '全额已退回你的收益钱包。',
  }),
  contract_approved: (p) => ({
    title: '合同已批准',
    line: `你的合同已审核并批准。${p.firstPaidOn ? `按本合同支付的第一周从${day(p.firstPaidOn)}开始。` : ''}`,
  }),
  contract_returned: (p) => ({
    title: '合同被退回',
    line: `你的合同已审核并被退回：${p.remark}`,
    push: '你的合同已审核并被退回。',
  }),
  contract_ended: (p) => ({
    title: '合同终止',
    line: [
      `你的合同最后一天是${day(p.day)}。`,
      p.isPaid === false ? '在那天之前没有整周，因此不支付薪资。' : '到那天为止的每个整周都会支付薪资。',
      p.nextOn ? `从${day(p.nextOn)}起按已批准的更新支付薪资。` : '',
    ]
      .filter(Boolean)
      .join(''),
  }),
  pool_won: (p) => ({
    title: '你分得奖池金币',
    line: `已截止的一轮有 ${p.points} 枚金币可以领取了。`,
    push: '你在奖池中分得的金币可以领取了。',
  }),
  pay_ready: (p) => ({ title: '薪资可领取', line: `你的薪资 ${amount(p)} 可以领取了。`, push: '你的薪资可以领取了。' }),
  phone_changed: (p) => ({
    title: '手机号已更换',
    line: `你现在用 ${p.phone} 登录。如非本人操作，请立即联系客服。`,
    push: '你现在用另一个手机号登录。',
  }),
  new_device: () => ({
    title: '新设备',
    line: '你的账户在一台新设备上登录。如非本人操作，请立即在应用中让该设备退出登录并修改密码。',
    push: '你的账户在一台新设备上登录。',
  }),
  password_changed: () => ({
    title: '密码已修改',
    line: '你的登录密码已修改。如非本人操作，请立即用验证码重设密码并联系客服。',
    push: '你的登录密码已修改。',
  }),
  transaction_password_changed: () => ({
    title: '交易密码已修改',
    line: '你的交易密码已设置或修改。如非本人操作，请立即用验证码重设密码并联系客服。',
    push: '你的交易密码已设置或修改。',
  }),
  card_added: () => ({
    title: '已添加银行卡',
    line: '你的账户添加了一张银行卡。如非本人操作，请立即用验证码重设密码并联系客服。',
    push: '你的账户添加了一张银行卡。',
  }),
  card_billed: (p) => ({
    title: '银行卡账单',
    line: p.isFee
      ? `你的银行卡 ${p.card} 有一笔 ${amount(p)} 的年费，请在${day(p.day)}或之前付清。你可以用钱包支付。`
      : `你的银行卡 ${p.card} 有一笔 ${amount(p)} 的账单，请在${day(p.day)}或之前付清。你可以用钱包支付。${p.what ? `用途：${p.what}。` : ''}`,
    push: '你的银行卡有一笔账单待付。',
  }),
  card_bill_waived: (p) => ({
    title: '银行卡账单已免除',
    line: p.isFee
      ? `你的银行卡 ${p.card} 的 ${amount(p)} 年费已免除，无需支付：${p.reason}`
      : `你的银行卡 ${p.card} 的 ${amount(p)} 账单${p.what ? `（${p.what}）` : ''}已免除，无需支付：${p.reason}`,
    push: '你的银行卡有一笔账单无需再支付。打开应用查看原因。',
  }),
  card_fee_raised: (p) => ({
    title: '银行卡年费',
    line: `你的银行卡 ${p.card} 自${day(p.day)}起年费为 ${amount(p)}。如果不想支付，请在此之前移除该卡，这笔年费就不会收取。`,
    push: '你的银行卡年费上涨了。',
  }),
  passkey_added: () => ({
    title: '已添加通行密钥',
    line: '你的账户添加了一个通行密钥。如非本人操作，请立即用验证码重设密码并联系客服。',
    push: '你的账户添加了一个通行密钥。',
  }),
  level_reached: (p) => ({
    title: '达到新等级',
    line: `你已达到 ${p.level} 级，获得 ${p.points} 枚金币。`,
    push: '你已达到新等级，并获得金币。',
  }),
  invited_registered: (p) => ({
    title: '有人用你的邀请码注册了',
    line: `${p.name} 已注册。${p.goldCoins} 枚金币可以领取了。`,
    push: '你的金币可以领取了。',
  }),
  article_published: (p) => ({ title: '资讯', line: localized('zh-Hans', p.titles) }),
  server_restored: (p) => ({
    title: '服务器已恢复',
    line: `我们已将服务器恢复到${day(p.day)} ${p.time}（UTC）的状态。此后的操作可能丢失，请检查你的钱包、订单和提现。`,
    push: '你最近的操作可能丢失，请打开应用检查。',
  }),
  terms_changed: (p) => ({ title: '条款已更改', line: `阅读新内容：${localized('zh-Hans', p.titles)}` }),
}
